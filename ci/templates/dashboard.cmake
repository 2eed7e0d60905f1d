# SPDX-License-Identifier: MIT
# ctest -S dashboard.cmake -DSERVER=https://host/submit.php?project=NAME: submits a run of foldcheck to a CDash of yours, with its
# measurements. Without SERVER nothing is submitted. Run by a test up to the submission; not sent to any server.
cmake_minimum_required(VERSION 3.22)
site_name(CTEST_SITE)
set(CTEST_BUILD_NAME foldcheck)
set(CTEST_SOURCE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
set(CTEST_BINARY_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
set(steps "foldcheck check --device sim64 --operator affine_u32 --strategy 'reduce_w*' --cases 8 --seed 1 --record head.jsonl || exit 1; foldcheck report export ctest head.jsonl")
file(WRITE ${CTEST_BINARY_DIRECTORY}/CTestTestfile.cmake "add_test(foldcheck sh -c [==[${steps}]==])\n")
ctest_start(Experimental)
ctest_test(RETURN_VALUE failed)
if(SERVER)
    set(CTEST_SUBMIT_URL ${SERVER})
    ctest_submit()
endif()
if(failed)
    message(FATAL_ERROR "foldcheck found a failure")
endif()
