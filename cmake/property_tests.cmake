# SPDX-License-Identifier: MIT
# The tests of properties of this build: foldcheckTests.cmake.
list(JOIN test_devices "," places)
if(NOT places)
    set(places host)
endif()
set(subjects ${operators})
list(REMOVE_ITEM subjects "" ${operators_for_launchers})
list(JOIN subjects "," subjects)
set(built "")
foreach(device IN LISTS devices)
    list(APPEND built foldcheck_${device})
endforeach()
set(listed_tests ${PROJECT_BINARY_DIR}/generated/tests/properties.cmake)
add_custom_command(OUTPUT ${listed_tests}
    COMMAND foldcheck list --device ${places} --operator "${subjects}" --format ctest tests > ${listed_tests}.new
    COMMAND ${CMAKE_COMMAND} -E rename ${listed_tests}.new ${listed_tests}
    DEPENDS foldcheck ${built} VERBATIM)
add_custom_target(foldcheck_listed_tests ALL DEPENDS ${listed_tests})
foldcheck_test_settings(settings $<TARGET_FILE:foldcheck> ON_CARD ${PROJECT_SOURCE_DIR}/ci/on_card ${FOLDCHECK_TEST_CARDS})
foldcheck_include_tests(foldcheck ${listed_tests} "${settings}")
if(NOT FOLDCHECK_STRATEGIES AND sim IN_LIST devices)
    add_case(each_property_is_tested.program host ${PROJECT_SOURCE_DIR}/tests/program/lists_tests $<TARGET_FILE:foldcheck> sim32,sim64)
endif()
