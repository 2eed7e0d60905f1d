# SPDX-License-Identifier: MIT
# Reads the .def tables and writes what is generated from them.
include(${CMAKE_CURRENT_LIST_DIR}/foldcheckOperator.cmake)

# The lines of a table that match <before>name, one physical line each: names in <result>, the whole line of a name
# in <result>_<name>.
function(table_read result file before)
    set(names "")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
    file(READ ${PROJECT_SOURCE_DIR}/${file} text)
    # Brackets and semicolons mean something in CMake's lists: away with them while lines are told apart.
    string(ASCII 1 semicolon)
    string(ASCII 2 open)
    string(ASCII 3 close)
    string(REPLACE ";" "${semicolon}" text "${text}")
    string(REPLACE "[" "${open}" text "${text}")
    string(REPLACE "]" "${close}" text "${text}")
    string(REPLACE "\n" ";" text "${text}")
    foreach(line IN LISTS text)
        if(line MATCHES "^${before}([A-Za-z0-9_]+)[,)]")
            set(name ${CMAKE_MATCH_1})
            list(APPEND names ${name})
            string(REPLACE "${semicolon}" ";" line "${line}")
            string(REPLACE "${open}" "[" line "${line}")
            string(REPLACE "${close}" "]" line "${line}")
            set(${result}_${name} "${line}" PARENT_SCOPE)
        endif()
    endforeach()
    set(${result} "${names}" PARENT_SCOPE)
endfunction()

# The operators that strategies are built for: those of FOLDCHECK_OPERATORS, or all except those for launchers, which go to
# operators_for_launchers.
function(operators_of_backends result)
    set(for_launchers "")
    foreach(op IN LISTS operators)
        if(operators_${op} MATCHES "for launchers")
            list(APPEND for_launchers ${op})
        endif()
    endforeach()
    set(built ${FOLDCHECK_OPERATORS})
    if(NOT built)
        set(built ${operators})
        list(REMOVE_ITEM built "" ${for_launchers})
    endif()
    set(${result} "${built}" PARENT_SCOPE)
    set(operators_for_launchers "${for_launchers}" PARENT_SCOPE)
endfunction()

# Of the names of a table, those that one of the regular expressions matches whole; all, where there is none.
function(table_keep names patterns)
    if(NOT patterns)
        return()
    endif()
    list(JOIN patterns "|" pattern)
    set(kept ${${names}})
    list(FILTER kept INCLUDE REGEX "^(${pattern})$")
    if(NOT kept)
        message(FATAL_ERROR "No line of the table of ${names} matches ${patterns}")
    endif()
    set(${names} ${kept} PARENT_SCOPE)
endfunction()

# Of the strategies, those of table_keep, and the family of each that picks others: its code names them.
function(strategies_keep patterns)
    set(all ${strategies})
    table_keep(strategies "${patterns}")
    set(families "")
    foreach(strategy IN LISTS strategies)
        if(strategies_${strategy} MATCHES "^STRATEGY\\(([a-z]+), [^\"]*PICKS")
            list(APPEND families ${CMAKE_MATCH_1})
        endif()
    endforeach()
    set(kept "")
    foreach(strategy IN LISTS all)
        string(REGEX MATCH "^STRATEGY\\(([a-z]+)," line "${strategies_${strategy}}")
        if(strategy IN_LIST strategies OR CMAKE_MATCH_1 IN_LIST families)
            list(APPEND kept ${strategy})
        endif()
    endforeach()
    set(strategies ${kept} PARENT_SCOPE)
endfunction()

# Writes build/generated/operator_headers.h, which includes the header of every operator.
function(generate_operator_headers)
    set(includes "")
    foreach(op IN LISTS operators)
        foldcheck_operator_states(states ${op} ${PROJECT_SOURCE_DIR}/src/operators/${op}.h)
        string(APPEND includes "#include \"operators/${op}.h\"\n${states}")
    endforeach()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/operator_headers.h @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from src/operators.def. */
${includes}")
endfunction()

# Writes the translation units of a backend into build/generated/<backend>: one an operator, one an operator and unit
# of UNITS (without any, the operator's unit has all strategies), one for the element types, and the registry. The list
# of files goes to <result>. A file that would not change is not touched. What an operator's unit is made by stands in
# hip/operator_unit.hip.h, or in the file UNIT; then there is none for the element types. An operator for launchers has no strategies.
# ELEMENTS: the unit that the element types have, if not transpose. DEFINES: a line of each unit and of the registry. few_operators_<backend>: of the operators, those that it is for, if not all.
function(generate_kernels result backend)
    cmake_parse_arguments(KERNELS "" "UNIT;DEFINES;ELEMENTS" "UNITS" ${ARGN})
    set(unit hip/operator_unit.hip.h)
    if(KERNELS_UNIT)
        set(unit ${KERNELS_UNIT})
    endif()
    set(units "")
    if(KERNELS_UNITS)
        list(TRANSFORM KERNELS_UNITS REPLACE "(.+)" " X(\\1)" OUTPUT_VARIABLE units)
        string(REPLACE ";" "" units "#define UNITS(X)${units}\n")
    endif()
    set(folder ${PROJECT_BINARY_DIR}/generated/${backend})
    set(files "")
    set(list "")
    foreach(op IN LISTS operators)
        set(parts ${KERNELS_UNITS})
        set(own ${units})
        if(NOT op IN_LIST operators_built)
            if(NOT operators_${op} MATCHES "for launchers" OR backend STREQUAL "nccl" OR
                    (KERNELS_UNIT AND NOT backend MATCHES "^(cpu|libraries|thrust)$"))
                continue()
            endif()
            set(parts "")
            set(own "#define UNITS(X)\n")
        endif()
        set(few ${few_operators_${backend}})
        if(few AND NOT op IN_LIST few)
            continue()
        endif()
        string(APPEND list " X(${op})")
        set(forms "")
        if(FOLDCHECK_FORM_OPERATORS AND NOT op IN_LIST FOLDCHECK_FORM_OPERATORS)
            set(forms "#define FOLDCHECK_FORMS 0\n")
        endif()
        file(CONFIGURE OUTPUT ${folder}/${op}.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from src/operators.def. */
#define OP_HEADER \"operators/${op}.h\"
#define OP_NAME ${op}
#define OP_LINE ${operators_${op}}
${forms}${own}${KERNELS_DEFINES}#include \"${unit}\"
")
        list(APPEND files ${folder}/${op}.hip)
        foreach(part IN LISTS parts)
            file(CONFIGURE OUTPUT ${folder}/${op}_${part}.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from src/operators.def. */
#define OP_HEADER \"operators/${op}.h\"
#define OP_NAME ${op}
#define OP_LINE ${operators_${op}}
${forms}#define UNIT_NAME ${part}
#define UNIT_STRATEGIES \"units/${part}.hip.h\"
#define UNIT_LINES \"units/${part}.def\"
#include \"hip/strategies_unit.hip.h\"
")
            list(APPEND files ${folder}/${op}_${part}.hip)
        endforeach()
    endforeach()
    if(NOT KERNELS_UNIT)
        set(elements "")
        if(KERNELS_UNITS)
            if(NOT KERNELS_ELEMENTS)
                set(KERNELS_ELEMENTS transpose)
            endif()
            set(elements "#define UNIT_STRATEGIES \"units/${KERNELS_ELEMENTS}.hip.h\"\n#define UNIT_LINES \"units/${KERNELS_ELEMENTS}.def\"\n")
        endif()
        file(CONFIGURE OUTPUT ${folder}/elements.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT */
${elements}#include \"hip/element_unit.hip.h\"
")
        list(APPEND files ${folder}/elements.hip)
    endif()
    file(CONFIGURE OUTPUT ${folder}/registry.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from src/operators.def. */
#define REGISTERED_OPERATORS(X)${list}
${KERNELS_DEFINES}#include \"hip/registry.hip.h\"
")
    set(${result} ${files} ${folder}/registry.hip PARENT_SCOPE)
endfunction()

# As generate_kernels, of units and a registry in a folder of their own below hip; both have the line DEFINES.
function(generate_units result backend folder unit)
    generate_kernels(files ${backend} UNIT hip/${folder}/${unit}.hip.h ${ARGN})
    list(FILTER files EXCLUDE REGEX "/registry\\.hip$")
    file(READ ${PROJECT_BINARY_DIR}/generated/${backend}/registry.hip registry)
    string(REPLACE "hip/registry.hip.h" "hip/${folder}/registry.hip.h" registry "${registry}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${backend}/${folder}.hip @ONLY CONTENT "${registry}")
    set(${result} ${files} ${PROJECT_BINARY_DIR}/generated/${backend}/${folder}.hip PARENT_SCOPE)
endfunction()

# For the strategies of a library that hip/peers wraps.
function(generate_peers result library)
    generate_units(files ${library} peers instantiate)
    set(${result} ${files} PARENT_SCOPE)
endfunction()

# For functions of the host, which the header of hip/cpu names.
function(generate_functions result name header)
    generate_units(files ${name} cpu operator_unit DEFINES "#define HOST_HEADER \"hip/cpu/${header}.hip.h\"\n")
    set(${result} ${files} PARENT_SCOPE)
endfunction()

# The lines of some strategies, and the includes of their files, into two files of build/generated. In those of units, operators that
# leave out what is there for a document's form leave it out here, too: its headers take time to read.
function(write_strategies lines_file includes_file)
    set(includes "")
    set(lines "")
    foreach(strategy IN LISTS ARGN)
        set(from "")
        set(to "")
        if(lines_file MATCHES "^units/" AND strategies_${strategy} MATCHES "^[^\"]*FORM")
            set(from "#if FOLDCHECK_FORMS\n")
            set(to "#endif\n")
        endif()
        string(APPEND includes "${from}#include \"hip/${family_of_${strategy}}/${strategy}.hip\"\n${to}")
        string(APPEND lines "${from}${strategies_${strategy}}\n${to}")
    endforeach()
    set(head "/* SPDX-License-Identifier: MIT\n * Generated from hip/strategies.def. */\n")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${includes_file} @ONLY CONTENT "${head}${includes}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${lines_file} @ONLY CONTENT "${head}${lines}")
endfunction()

# The strategies whose files a file includes, itself or through headers of its family.
function(included_strategies result family file)
    set(found "")
    file(STRINGS ${PROJECT_SOURCE_DIR}/${file} includes REGEX "^#include \"hip/${family}/")
    foreach(line IN LISTS includes)
        string(REGEX MATCH "hip/${family}/([a-z0-9_]+)\\.hip(\\.h)?" included "${line}")
        if(NOT CMAKE_MATCH_2)
            list(APPEND found ${CMAKE_MATCH_1})
        endif()
        included_strategies(more ${family} ${included})
        list(APPEND found ${more})
    endforeach()
    list(REMOVE_DUPLICATES found)
    set(${result} "${found}" PARENT_SCOPE)
endfunction()

# Of a family's strategies ARGN, the auto strategies and those that they include. One unit compiles these, lest a change of a
# strategy compile it twice.
function(picked_strategies result family)
    set(including "")
    foreach(strategy IN LISTS ARGN)
        if(strategies_${strategy} MATCHES "^STRATEGY\\([^\"]*PICKS")
            included_strategies(included ${family} hip/${family}/${strategy}.hip)
            list(APPEND including ${strategy} ${included})
        endif()
    endforeach()
    set(picked "")
    foreach(strategy IN LISTS ARGN)
        if(strategy IN_LIST including)
            list(APPEND picked ${strategy})
        endif()
    endforeach()
    set(${result} "${picked}" PARENT_SCOPE)
endfunction()

# Writes build/generated/built_strategies.def, the lines that are built, and strategies.hip.h beside it, which includes
# the file of each. Sets strategies_of_<family> to the names of a family.
#
# Writes the same for each unit as units/<unit>.def and .hip.h. A family of more than a dozen strategies is two units, for each
# costs a quarter of a second of headers: <family>_picked has its auto strategies with those that they pick, <family> the
# others. Sets fold_units to the units that an operator has instances of.
function(generate_strategies)
    set(families transpose) # which the element types have, whether any is built or not
    foreach(strategy IN LISTS strategies)
        string(REGEX MATCH "\\(([a-z]+)," matched "${strategies_${strategy}}")
        set(family ${CMAKE_MATCH_1})
        set(family_of_${strategy} ${family})
        list(APPEND families ${family})
        list(APPEND of_${family} ${strategy})
        set(strategies_of_${family} "${of_${family}}" PARENT_SCOPE)
    endforeach()
    file(REMOVE ${PROJECT_BINARY_DIR}/generated/hip/strategies.def) # of earlier versions; it would hide the table
    write_strategies(built_strategies.def strategies.hip.h ${strategies})
    list(REMOVE_DUPLICATES families)
    write_strategies(units/transpose.def units/transpose.hip.h ${of_transpose})
    list(REMOVE_ITEM families transpose)
    set(units "")
    foreach(family IN LISTS families)
        list(LENGTH of_${family} count)
        if(count GREATER 12)
            picked_strategies(of_${family}_picked ${family} ${of_${family}})
        endif()
        list(REMOVE_ITEM of_${family} "" ${of_${family}_picked})
        foreach(unit ${family} ${family}_picked)
            if(of_${unit})
                write_strategies(units/${unit}.def units/${unit}.hip.h ${of_${unit}})
                list(APPEND units ${unit})
            endif()
        endforeach()
    endforeach()
    set(fold_units ${units} PARENT_SCOPE)
endfunction()

# Writes build/generated/foldcheck_tables.cmake, from which plugins know foldcheck's own operators and strategies, and includes it.
function(generate_plugin_tables)
    set(lines "")
    string(APPEND lines "set_property(GLOBAL PROPERTY foldcheck_strategies ${strategies})\n")
    foreach(op IN LISTS operators)
        string(APPEND lines "set_property(GLOBAL PROPERTY foldcheck_line_${op} [==[${operators_${op}}]==])\n"
            "set_property(GLOBAL PROPERTY foldcheck_header_${op} operators/${op}.h)\n")
    endforeach()
    foreach(strategy IN LISTS strategies)
        string(APPEND lines "set_property(GLOBAL PROPERTY foldcheck_strategy_${strategy} [==[${strategies_${strategy}}]==])\n")
    endforeach()
    file(WRITE ${PROJECT_BINARY_DIR}/generated/foldcheck_tables.cmake
"# SPDX-License-Identifier: MIT
# Generated from src/operators.def and hip/strategies.def.
${lines}")
    include(${PROJECT_BINARY_DIR}/generated/foldcheck_tables.cmake)
endfunction()
