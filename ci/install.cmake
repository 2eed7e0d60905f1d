# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the programs, the backends, the library of cases; under share/foldcheck the headers,
# kernels and tables that plugins are compiled from, and the properties' files; the CMake package; the tests.
install(TARGETS foldcheck foldcheck_app RUNTIME DESTINATION bin)
install(TARGETS foldcheck_src DESTINATION lib)
file(GLOB headers CONFIGURE_DEPENDS src/*.h)
install(FILES ${headers} DESTINATION include/foldcheck)
install(DIRECTORY src hip DESTINATION share/foldcheck FILES_MATCHING PATTERN "*.h" PATTERN "*.hip" PATTERN "*.def" PATTERN "*.ver"
    PATTERN cli EXCLUDE PATTERN gpu EXCLUDE PATTERN peers EXCLUDE)
install(FILES properties/corpus.txt properties/not_done.txt properties/fingerprints.txt DESTINATION share/foldcheck/properties)
install(FILES ci/plugin.cmake ci/simulator.cmake ${CMAKE_BINARY_DIR}/generated/table_lines.cmake DESTINATION share/foldcheck/ci)

# The laws are the properties of operators; table_lines.cmake knows foldcheck's own operators and strategies.
set(laws_host "")
set(laws_device "")
foreach(property IN LISTS properties)
    if(properties_${property} MATCHES ", OPERATOR, (HOST|DEVICE),")
        string(TOLOWER ${CMAKE_MATCH_1} place)
        list(APPEND laws_${place} ${property})
    endif()
endforeach()
set(lines "")
foreach(op IN LISTS operators)
    string(APPEND lines "set_property(GLOBAL PROPERTY foldcheck_line_${op} [==[${operators_${op}}]==])\n"
        "set_property(GLOBAL PROPERTY foldcheck_header_${op} operators/${op}.h)\n")
endforeach()
foreach(strategy IN LISTS strategies)
    string(APPEND lines "set_property(GLOBAL PROPERTY foldcheck_strategy_${strategy} [==[${strategies_${strategy}}]==])\n")
endforeach()
file(WRITE ${CMAKE_BINARY_DIR}/generated/table_lines.cmake "# SPDX-License-Identifier: MIT\n# Generated from src/operators.def and hip/strategies.def.\n${lines}")
configure_file(ci/foldcheckConfig.cmake.in ${CMAKE_BINARY_DIR}/generated/foldcheckConfig.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/foldcheckConfigVersion.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/foldcheckConfig.cmake ${CMAKE_BINARY_DIR}/generated/foldcheckConfigVersion.cmake
    DESTINATION lib/cmake/foldcheck)

# ctest --test-dir <prefix>/share/foldcheck/tests
get_property(tests GLOBAL PROPERTY installed_tests)
file(WRITE ${CMAKE_BINARY_DIR}/generated/tests/CTestTestfile.cmake
"# SPDX-License-Identifier: MIT
# Generated from the tables: every property where foldcheck is installed.
set(foldcheck ../../../bin/foldcheck)
${tests}")
install(FILES ${CMAKE_BINARY_DIR}/generated/tests/CTestTestfile.cmake DESTINATION share/foldcheck/tests)
