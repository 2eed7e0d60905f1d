# SPDX-License-Identifier: MIT
# foldcheck_figures_<device>.so: a plugin beside a backend, with the operators and the shapes that the benchmarks of
# documents' figures alone need.
table_read(figure_operators bench/figures/operators.def "OPERATOR\\(")

# One unit an operator, the same for every device: those of figures alone, and those of foldcheck that are built, or have no
# strategies there because they are for launchers.
set(figure_units "")
set(list "")
foreach(op add_i8 add_u32 add_f32 add_i64 add4_i64 lssp_i32 sum_of_map_u32 ${figure_operators})
    if(op IN_LIST figure_operators)
        set(line "${figure_operators_${op}}")
    elseif(NOT op IN_LIST operators_built AND NOT operators_${op} MATCHES "for launchers")
        continue()
    else()
        set(line "${operators_${op}}")
    endif()
    string(APPEND list " X(${op})")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/figures/figures_${op}.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
#define OP_HEADER \"operators/${op}.h\"
#define OP_NAME ${op}
#define OP_LINE ${line}
#include \"bench/figures/figures_unit.hip.h\"
")
    list(APPEND figure_units ${PROJECT_BINARY_DIR}/generated/figures/figures_${op}.hip)
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/figures/figures_code.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
#define PLUGIN_CODE figures_code
#define OWN_STRATEGIES 0
#define REGISTERED_OPERATORS(X)${list}
#include \"hip/plugin.hip.h\"
")
list(APPEND figure_units ${PROJECT_BINARY_DIR}/generated/figures/figures_code.hip)

# Kernels as sources (the simulator) or as objects, and what they link with.
function(add_figures device)
    cmake_parse_arguments(FIGURES "" "" "CODE;USES" ${ARGN})
    add_library(foldcheck_figures_${device} MODULE bench/figures/figures_plugin.c ${FIGURES_CODE})
    set_target_properties(foldcheck_figures_${device} PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden
        CXX_VISIBILITY_PRESET hidden LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN")
    target_include_directories(foldcheck_figures_${device} PRIVATE ${PROJECT_BINARY_DIR}/generated bench/figures
        ${PROJECT_SOURCE_DIR} src hip)
    target_compile_definitions(foldcheck_figures_${device} PRIVATE FOLDCHECK_BACKEND=${device})
    target_link_libraries(foldcheck_figures_${device} PRIVATE foldcheck_src ${FIGURES_USES}
        -Wl,--version-script=${version_script})
    add_dependencies(foldcheck_figures_${device} foldcheck_${device})
    set_property(GLOBAL APPEND PROPERTY foldcheck_plugins_${device} foldcheck_figures_${device})
endfunction()
