# SPDX-License-Identifier: MIT
# For projects that add this one as a folder: the targets foldcheck::*, and the functions foldcheck_add_operator and
# foldcheck_add_strategy. foldcheckConfig.cmake.in is for projects that find an installed foldcheck.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated/include/foldcheck SYMBOLIC)
add_library(foldcheck_public INTERFACE)
target_include_directories(foldcheck_public INTERFACE ${PROJECT_BINARY_DIR}/generated/include)
target_link_libraries(foldcheck_public INTERFACE $<LINK_ONLY:foldcheck_src>)
add_library(foldcheck::foldcheck ALIAS foldcheck_public)
add_executable(foldcheck::program ALIAS foldcheck)
if(sim IN_LIST devices)
    add_library(foldcheck::sim ALIAS foldcheck_sim)
    add_executable(foldcheck::rewrite ALIAS foldcheck_rewrite)
endif()
set_property(GLOBAL PROPERTY foldcheck_devices ${devices})
generate_plugin_tables()
include(cmake/foldcheckPlugin.cmake)
