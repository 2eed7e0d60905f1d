# SPDX-License-Identifier: MIT
# An operator's header as CMake reads it: optional functions, and mistakes in a call of foldcheck_add_operator that show
# before a compiler runs (columns, sentence, functions that are missing).

# Stops unless `columns` are element types between commas, or bars, and at most 32: a C struct of them has 256 bytes or fewer.
function(foldcheck_check_columns caller side columns)
    set(types i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64)
    string(REGEX REPLACE "[,|]" ";" list "${columns}")
    foreach(type IN LISTS list)
        if(NOT type IN_LIST types)
            string(REPLACE ";" ", " known "${types}")
            message(FATAL_ERROR "${caller}: ${side} has the type '${type}'; expected some of ${known}, separated by commas")
        endif()
    endforeach()
    list(LENGTH list count)
    if(count GREATER 32)
        message(FATAL_ERROR "${caller}: ${side} has ${count} columns; expected at most 32 of at most 256 bytes in all")
    endif()
endfunction()

# Stops if the header has a static array: the host's compiler takes a table that no GPU compiler finds on its device.
function(foldcheck_check_tables caller header)
    file(READ ${header} text)
    string(REGEX REPLACE "/[*][^*]*[*]+([^/*][^*]*[*]+)*/|//[^\n]*" " " text "${text}")
    if(text MATCHES "(^|[^a-zA-Z0-9_])(static[ \t\r\n][^;(){}=]*[^a-zA-Z0-9_]|static[ \t]+)([a-zA-Z0-9_]+)[ \t]*\\[")
        message(FATAL_ERROR "${caller}: the table ${CMAKE_MATCH_3} in ${header} is static, which GPU compilers refuse; expected an array in the function that uses it")
    endif()
endfunction()

# Stops if the header has no such function.
function(foldcheck_check_function caller header function)
    file(READ ${header} text)
    if(NOT text MATCHES "[^a-z0-9_]${function}[ \t\r\n]*[(]")
        message(FATAL_ERROR "${caller}: no function ${function} in ${header}")
    endif()
endfunction()

# Stops if the header lacks the struct or a function. Nothing is said of a header that includes another one of the user's,
# or makes names by macros.
function(foldcheck_check_header caller name header)
    file(READ ${header} text)
    string(REGEX REPLACE "#[ \t]*include[ \t]*\"op\\.h\"" "" others "${text}")
    if(others MATCHES "#[ \t]*include[ \t]*\"|##")
        return()
    endif()
    if(NOT text MATCHES "struct[ \t\r\n]+${name}[ \t\r\n]*{")
        message(FATAL_ERROR "${caller}: no struct ${name} in ${header}")
    endif()
    foreach(function IN LISTS ARGN)
        foldcheck_check_function("${caller}" ${header} ${name}_${function})
    endforeach()
endfunction()

# The lines of plugin.c for the operator in a wider type, if there is one beside the header.
function(foldcheck_wider result caller name header)
    get_filename_component(folder ${header} DIRECTORY)
    file(GLOB wider CONFIGURE_DEPENDS ${folder}/${name}_wide.h)
    set(${result} "" PARENT_SCOPE)
    if(wider)
        foldcheck_check_header("${caller}" ${name}_wide ${wider} combine)
        foreach(function widen narrow)
            foldcheck_check_function("${caller}" ${wider} ${name}_${function})
        endforeach()
        set(${result} "#define OP_HAS_WIDE 1\n#include \"${wider}\"\n" PARENT_SCOPE)
    endif()
endfunction()

# What src/op_lines.h knows of an operator's states: a line for the preprocessor if the header has the function NAME_state.
function(foldcheck_operator_states result name header)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} function REGEX "[^a-z0-9_]${name}_state[ \t]*\\(")
    set(line "")
    if(function)
        set(line "#define OP_STATE_${name} unused, OWN_STATES\n")
    endif()
    set(${result} "${line}" PARENT_SCOPE)
endfunction()

# All of it; `functions` are those that the feature words ask for.
function(foldcheck_check_operator caller name header what input state mapout functions)
    if(what MATCHES "[\"\\\n]")
        message(FATAL_ERROR "${caller}: WHAT has a quote, a backslash or a line's end; expected one plain sentence")
    endif()
    foreach(side input state mapout)
        string(TOUPPER ${side} word)
        if("${${side}}" MATCHES "[|]" AND NOT side STREQUAL "state")
            message(FATAL_ERROR "${caller}: ${word} has a bar; expected commas, for only STATE has parts")
        endif()
        foldcheck_check_columns("${caller}" ${word} "${${side}}")
    endforeach()
    foldcheck_check_tables("${caller}" ${header})
    foldcheck_check_header("${caller}" ${name} ${header} identity combine value ${functions})
endfunction()
