# SPDX-License-Identifier: MIT
# Installed files, in the components that are Debian packages: the program with the simulator, the sources that plugins
# are compiled from, and each GPU's backend.
include(CMakePackageConfigHelpers)

# Backends lie a folder below lib/foldcheck: for what lies in it itself cpack would call ldconfig.
# ---- the programs and their backends ----------------------------------------------------------------------------
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME foldcheck)
set_target_properties(foldcheck PROPERTIES EXPORT_NAME program)
install(TARGETS foldcheck EXPORT foldcheckTargets RUNTIME DESTINATION bin)
install(TARGETS foldcheck_app RUNTIME DESTINATION bin)
if(sim IN_LIST devices)
    set_target_properties(foldcheck_sim PROPERTIES EXPORT_NAME sim)
    install(TARGETS foldcheck_sim EXPORT foldcheckTargets LIBRARY DESTINATION lib/foldcheck/backends)
    set_target_properties(foldcheck_rewrite PROPERTIES EXPORT_NAME rewrite)
    install(TARGETS foldcheck_rewrite EXPORT foldcheckTargets RUNTIME DESTINATION lib/foldcheck)
endif()
foreach(device sim cpu amd nvidia nccl)
    get_property(plugins GLOBAL PROPERTY foldcheck_plugins_${device})
    if(device STREQUAL "sim")
        set(component foldcheck)
    elseif(device STREQUAL "nccl" AND TARGET foldcheck_nccl)
        set(component nvidia)
        if(NOT nvidia IN_LIST devices)
            set(component amd)
        endif()
        list(APPEND plugins foldcheck_nccl)
    elseif(device IN_LIST devices)
        set(component ${device})
        if(device STREQUAL "cpu")
            set(component foldcheck)
        endif()
        list(APPEND plugins foldcheck_${device})
    endif()
    if(plugins)
        install(TARGETS ${plugins} LIBRARY DESTINATION lib/foldcheck/backends COMPONENT ${component})
    endif()
endforeach()
if(mpi_libraries)
    list(TRANSFORM mpi_libraries PREPEND foldcheck_ranks_ OUTPUT_VARIABLE rank_programs)
    install(TARGETS foldcheck_mpi ${rank_programs} LIBRARY DESTINATION lib/foldcheck/backends COMPONENT mpi
        RUNTIME DESTINATION lib/foldcheck/backends COMPONENT mpi)
endif()
install(FILES properties/corpus.txt properties/not_done.txt properties/fingerprints.txt DESTINATION share/foldcheck/properties)

if(FOLDCHECK_GZIP)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/generated/man/ DESTINATION share/man/man1)
endif()
install(FILES src/cli/completion/foldcheck.bash DESTINATION share/bash-completion/completions RENAME foldcheck)
install(FILES src/cli/completion/foldcheck.bash DESTINATION share/bash-completion/completions RENAME foldcheck_app)
install(FILES src/cli/completion/_foldcheck DESTINATION share/zsh/vendor-completions)
install(FILES src/cli/completion/foldcheck.fish DESTINATION share/fish/vendor_completions.d)
install(FILES src/cli/completion/foldcheck.fish DESTINATION share/fish/vendor_completions.d RENAME foldcheck_app.fish)

# ctest --test-dir <prefix>/share/foldcheck/tests
if(FOLDCHECK_TESTS)
    foldcheck_test_settings(settings "\${CMAKE_CURRENT_LIST_DIR}/../../../bin/foldcheck" INSTALLED)
    file(WRITE ${PROJECT_BINARY_DIR}/generated/tests/CTestTestfile.cmake
"# SPDX-License-Identifier: MIT
# Every property where foldcheck is installed.
${settings}include(\"\${CMAKE_CURRENT_LIST_DIR}/properties.cmake\")
")
    install(FILES ${PROJECT_BINARY_DIR}/generated/tests/CTestTestfile.cmake ${listed_tests} DESTINATION share/foldcheck/tests)
endif()

# ---- for projects that use them ---------------------------------------------------------------------------------
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
install(TARGETS foldcheck_src EXPORT foldcheckTargets ARCHIVE DESTINATION lib INCLUDES DESTINATION include)
install(FILES ${public_headers} DESTINATION include/foldcheck)
install(DIRECTORY src hip DESTINATION share/foldcheck FILES_MATCHING PATTERN "*.h" PATTERN "*.hip" PATTERN "*.def" PATTERN "*.ver" PATTERN "undefined.c"
    PATTERN cli EXCLUDE PATTERN gpu EXCLUDE PATTERN peers EXCLUDE)
install(DIRECTORY hip/sim/include DESTINATION share/foldcheck/hip/sim) # names as the vendors have them: cub.cuh, rocprim.hpp, atomic
install(DIRECTORY src/cli/templates DESTINATION share/foldcheck)
install(DIRECTORY ci/templates/ DESTINATION share/foldcheck/ci)
install(PROGRAMS ci/on_card ci/card_slots DESTINATION share/foldcheck/ci)
install(FILES cmake/foldcheckPlugin.cmake cmake/foldcheckFunction.cmake cmake/foldcheckLauncher.cmake cmake/foldcheckOperator.cmake cmake/foldcheckTests.cmake cmake/kernel_compilers.cmake ${PROJECT_BINARY_DIR}/generated/foldcheck_tables.cmake
    DESTINATION share/foldcheck/cmake)
set(config ${PROJECT_BINARY_DIR}/generated/foldcheckConfig)
configure_package_config_file(cmake/foldcheckConfig.cmake.in ${config}.cmake INSTALL_DESTINATION lib/cmake/foldcheck
    NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${config}Version.cmake COMPATIBILITY ExactVersion)
install(FILES ${config}.cmake ${config}Version.cmake DESTINATION lib/cmake/foldcheck)
install(EXPORT foldcheckTargets NAMESPACE foldcheck:: DESTINATION lib/cmake/foldcheck)

# ---- the same package of the build folder, for `foldcheck try` ----------------------------------------------------
if(PROJECT_IS_TOP_LEVEL)
    set(package ${PROJECT_BINARY_DIR}/generated/package)
    export(EXPORT foldcheckTargets NAMESPACE foldcheck:: FILE ${package}/foldcheckTargets.cmake)
    configure_file(cmake/foldcheckBuildConfig.cmake.in ${package}/foldcheckConfig.cmake @ONLY)
endif()
