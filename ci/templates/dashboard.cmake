# SPDX-License-Identifier: MIT
# ctest -S dashboard.cmake -DSERVER=https://host/submit.php?project=NAME: builds and tests an operator of yours and submits the
# results to a CDash of yours, with measurements. `my_op` stands for your operator, in the folder that `foldcheck init operator my_op`
# makes, beside this file. Without SERVER nothing is submitted. A test submits it to a stand-in; not sent to a CDash.
cmake_minimum_required(VERSION 3.22)
site_name(CTEST_SITE)
set(CTEST_BUILD_NAME foldcheck)
set(CTEST_SOURCE_DIRECTORY ${CTEST_SCRIPT_DIRECTORY}/my_op)
set(CTEST_BINARY_DIRECTORY ${CTEST_SCRIPT_DIRECTORY}/build-dashboard)
set(CTEST_CMAKE_GENERATOR "Unix Makefiles")
set(steps "rm -f head.jsonl; foldcheck check --plugin my_op_plugin.so --device sim32,sim64 --operator my_op --cases 32 --seed 1 --record head.jsonl; status=$?; foldcheck report export ctest head.jsonl; exit $status")
ctest_start(Experimental)
ctest_configure(RETURN_VALUE unmade)
ctest_build(RETURN_VALUE unbuilt)
file(APPEND ${CTEST_BINARY_DIRECTORY}/CTestTestfile.cmake "add_test(foldcheck_record sh -c [==[${steps}]==])\n")
ctest_test(RETURN_VALUE failed)
if(SERVER)
    set(CTEST_SUBMIT_URL ${SERVER})
    ctest_submit(RETURN_VALUE unsent)
endif()
if(unmade OR unbuilt OR failed OR unsent)
    message(FATAL_ERROR "foldcheck: the operator does not build, a test fails, or the results were not submitted")
endif()
