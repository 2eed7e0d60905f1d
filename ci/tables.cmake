# SPDX-License-Identifier: MIT
# Reads the .def tables and writes what is generated from them.

# The lines of a table that match <before>name, one physical line each: names in <result>, the whole line of a name
# in <result>_<name>.
function(table_read result file before)
    set(names "")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${file})
    file(READ ${CMAKE_SOURCE_DIR}/${file} text)
    # Brackets and semicolons mean something in CMake's lists: away with them while lines are told apart.
    string(ASCII 1 semicolon)
    string(ASCII 2 open)
    string(ASCII 3 close)
    string(REPLACE ";" "${semicolon}" text "${text}")
    string(REPLACE "[" "${open}" text "${text}")
    string(REPLACE "]" "${close}" text "${text}")
    string(REPLACE "\n" ";" text "${text}")
    foreach(line IN LISTS text)
        if(line MATCHES "^${before}([a-z0-9_]+)[,)]")
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

# Writes build/generated/operator_headers.h, which includes the header of every operator.
function(generate_operator_headers)
    set(includes "")
    foreach(op IN LISTS operators)
        string(APPEND includes "#include \"operators/${op}.h\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/operator_headers.h @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from src/operators.def. */
${includes}")
endfunction()

# Writes one translation unit an operator, one for the element types, and the registry, for a backend, into
# build/generated/<backend>.
# The list of files goes to <result>. A file that would not change is not touched. What a unit is made by stands in
# hip/operator_unit.hip.h, or in the file of a third argument; then there is none for the element types.
function(generate_kernels result backend)
    set(unit ${ARGN})
    if(NOT unit)
        set(unit hip/operator_unit.hip.h)
    endif()
    set(folder ${CMAKE_BINARY_DIR}/generated/${backend})
    set(files "")
    set(list "")
    foreach(op IN LISTS operators)
        if(FOLDCHECK_OPERATORS AND NOT op IN_LIST FOLDCHECK_OPERATORS)
            continue()
        endif()
        if(NOT backend STREQUAL "sim" AND FOLDCHECK_GPU_OPERATORS AND NOT op IN_LIST FOLDCHECK_GPU_OPERATORS)
            continue()
        endif()
        string(APPEND list " X(${op})")
        file(CONFIGURE OUTPUT ${folder}/${op}.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from src/operators.def. */
#define OP_HEADER \"operators/${op}.h\"
#define OP_NAME ${op}
#define OP_LINE ${operators_${op}}
#include \"${unit}\"
")
        list(APPEND files ${folder}/${op}.hip)
    endforeach()
    if(NOT ARGN)
        file(CONFIGURE OUTPUT ${folder}/elements.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT */
#include \"hip/element_unit.hip.h\"
")
        list(APPEND files ${folder}/elements.hip)
    endif()
    file(CONFIGURE OUTPUT ${folder}/registry.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from src/operators.def. */
#define REGISTERED_OPERATORS(X)${list}
#include \"hip/registry.hip.h\"
")
    set(${result} ${files} ${folder}/registry.hip PARENT_SCOPE)
endfunction()

# As generate_kernels, for the strategies of a library that hip/peers wraps.
function(generate_peers result library)
    generate_kernels(files ${library} hip/peers/instantiate.hip.h)
    list(FILTER files EXCLUDE REGEX "/registry\\.hip$")
    file(READ ${CMAKE_BINARY_DIR}/generated/${library}/registry.hip registry)
    string(REPLACE "hip/registry.hip.h" "hip/peers/registry.hip.h" registry "${registry}")
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${library}/peers.hip @ONLY CONTENT "${registry}")
    set(${result} ${files} ${CMAKE_BINARY_DIR}/generated/${library}/peers.hip PARENT_SCOPE)
endfunction()

# Writes build/generated/hip/strategies.def, the lines that are built, and strategies.hip.h beside it, which includes
# the file of each; sets strategies_of_<family> to the names of a family.
function(generate_strategies)
    set(includes "")
    set(lines "")
    foreach(strategy IN LISTS strategies)
        string(REGEX MATCH "[a-z]+," family "${strategies_${strategy}}")
        string(REPLACE "," "" family ${family})
        list(APPEND of_${family} ${strategy})
        set(strategies_of_${family} "${of_${family}}" PARENT_SCOPE)
        string(APPEND includes "#include \"hip/${family}/${strategy}.hip\"\n")
        string(APPEND lines "${strategies_${strategy}}\n")
    endforeach()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/strategies.hip.h @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from hip/strategies.def. */
${includes}")
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/hip/strategies.def @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated from hip/strategies.def. */
${lines}")
endfunction()
