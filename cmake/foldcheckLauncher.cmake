# SPDX-License-Identifier: MIT
# foldcheck_add_strategy(NAME s LAUNCHER f SOURCES theirs.cu ...): kernels in ordinary CUDA or HIP, with a function that
# launches them. They are compiled unchanged: for the simulator by the host's compiler, against the headers of
# hip/sim/include, for amd and nvidia by theirs.

# The C types of an operator's columns, "u32,i64": "unsigned, long".
function(foldcheck_column_types result columns)
    set(i8 "signed char")
    set(u8 "unsigned char")
    set(i16 "short")
    set(u16 "unsigned short")
    set(i32 "int")
    set(u32 "unsigned")
    set(i64 "long")
    set(u64 "unsigned long")
    set(f16 "foldcheck_calls::f16")
    set(bf16 "foldcheck_calls::bf16")
    set(f32 "float")
    set(f64 "double")
    string(REGEX MATCHALL "[a-z]+[0-9]+" columns "${columns}")
    set(types "")
    foreach(column IN LISTS columns)
        list(APPEND types "${${column}}")
    endforeach()
    list(JOIN types ", " types)
    set(${result} "${types}" PARENT_SCOPE)
endfunction()

# Some sources and what they include from folders of their own. CMake runs again where one changes.
function(foldcheck_own_sources result)
    set(sources "")
    set(left ${ARGN})
    while(left)
        list(POP_FRONT left source)
        if(source IN_LIST sources OR NOT EXISTS ${source})
            continue()
        endif()
        list(APPEND sources ${source})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
        get_filename_component(beside ${source} DIRECTORY)
        file(STRINGS ${source} lines REGEX "^[ \t]*#[ \t]*include[ \t]*\"")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" include "${line}")
            get_filename_component(include "${include}" ABSOLUTE BASE_DIR ${beside})
            list(APPEND left ${include})
        endforeach()
    endwhile()
    set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# The headers of CUDA, CUB, HIP and rocPRIM among those that a source includes, as far as hip/sim/include has them. They are read
# before it, so that its macros, such as N and T, are none in them.
function(foldcheck_sim_headers result source)
    foldcheck_root(root)
    set(headers "")
    foldcheck_own_sources(sources ${source})
    foreach(one IN LISTS sources)
        file(STRINGS ${one} lines REGEX "^[ \t]*#[ \t]*include[ \t]*<(cooperative_groups|cuda|cub/|hip/|hipcub/|rocprim/)[^>]*>")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^[^<]*<([^>]*)>.*" "\\1" header "${line}")
            set(text "#error")
            if(EXISTS ${root}/hip/sim/include/${header})
                file(READ ${root}/hip/sim/include/${header} text)
            endif()
            if(NOT text MATCHES "#error" AND NOT header IN_LIST headers)
                list(APPEND headers ${header})
            endif()
        endforeach()
    endforeach()
    set(${result} "${headers}" PARENT_SCOPE)
endfunction()

# Compiles somebody's source file for one device; their includes and definitions are in LAUNCHER_INCLUDES and
# LAUNCHER_DEFINITIONS. The object goes to <result>, or, for the simulator, what CMake makes one of.
function(foldcheck_compile_ordinary result device folder source)
    foldcheck_root(root)
    get_filename_component(name ${source} NAME_WE)
    get_filename_component(beside ${source} DIRECTORY)
    set(own ${LAUNCHER_INCLUDES})
    list(TRANSFORM own PREPEND -I)
    set(definitions ${LAUNCHER_DEFINITIONS})
    list(TRANSFORM definitions PREPEND -D)
    set(after -idirafter ${root} -idirafter ${root}/hip)
    if(NOT device STREQUAL "sim")
        if(device STREQUAL "amd")
            list(PREPEND own -I${root}/hip/launcher/amd -Wno-unused-result) # CUDA's names; HIP's errors are [[nodiscard]]
        else()
            list(TRANSFORM after REPLACE "^-idirafter$" -I)
        endif()
        set(object ${folder}/${device}_${name}.o)
        foldcheck_compile_gpu(${device} ${source} ${object} OPTIONS ${own} ${definitions} ${after})
        set(${result} ${object} PARENT_SCOPE)
        return()
    endif()
    file(MAKE_DIRECTORY ${folder}/sim)
    set(plain ${folder}/sim/${name}.plain.ii)
    set(made ${folder}/sim/${name}.ii)
    set(first "")
    foldcheck_sim_headers(headers ${source})
    foreach(header IN LISTS headers)
        list(APPEND first -include ${header})
    endforeach()
    add_custom_command(OUTPUT ${made} DEPENDS ${source} foldcheck::rewrite DEPFILE ${made}.d
        COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 -E -x c++ -D__CUDACC__ -D__HIPCC__ ${definitions} ${own}
            -I${root}/hip/sim/include ${after} -include cuda_runtime.h ${first} -MD -MF ${made}.d -MT ${made} ${source} -o ${plain}
        COMMAND foldcheck::rewrite ${plain} ${made}
        COMMENT "Rewriting ${name} for the simulator" VERBATIM)
    foldcheck_sim_options(compile link)
    list(APPEND compile -std=c++17 -ffp-contract=off -fwrapv -fvisibility=hidden -Wno-unknown-pragmas
        -gdwarf-4) # of later versions addr2line takes the first file for others
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        list(APPEND compile --param=tsan-distinguish-volatile=1)
    else()
        list(APPEND compile -mllvm -tsan-distinguish-volatile=1)
    endif()
    set_source_files_properties(${made} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "${compile}")
    set(${result} ${made} PARENT_SCOPE)
endfunction()

# One object of those that a GPU's compiler made, in which everybody's names but that of the calls are its own: those of another
# device are the same.
function(foldcheck_own_names result calls folder device)
    set(whole ${folder}/${device}_whole.o)
    set(own ${folder}/${device}_own.o)
    add_custom_command(OUTPUT ${own} DEPENDS ${ARGN}
        COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${whole} ${ARGN}
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${calls} ${whole} ${own}
        COMMENT "Keeping the names of ${calls} to themselves" VERBATIM)
    set(${result} ${own} PARENT_SCOPE)
endfunction()

# Adds the calls and somebody's other sources to a plugin for one device.
function(foldcheck_add_ordinary target device folder calls)
    set(objects "")
    foreach(source IN LISTS ARGN)
        get_filename_component(source ${source} ABSOLUTE)
        foldcheck_compile_ordinary(object ${device} ${folder} ${source})
        list(APPEND objects ${object})
    endforeach()
    if(device STREQUAL "sim")
        foldcheck_sim_options(compile link)
        target_link_options(${target} PRIVATE ${link})
    else()
        foldcheck_own_names(objects ${calls} ${folder} ${device} ${objects})
    endif()
    target_sources(${target} PRIVATE ${objects})
    foldcheck_link(${target} ${device})
endfunction()

# The columns of an operator, or of the element type of a transposition, "u32,i64", as its line has them, and how many numbers it has.
function(foldcheck_op_columns input state numbers op)
    get_property(line GLOBAL PROPERTY foldcheck_line_${op})
    if(A_DOES STREQUAL "transpose")
        set(line "\"\" \"${op}\" \"${op}\"")
    endif()
    string(REGEX MATCH "ARGS\\((.*)$" args "${line}")
    string(REGEX MATCHALL "{" args "${args}")
    list(LENGTH args count)
    string(REGEX MATCHALL "\"[^\"]*\"" quoted "${line}")
    list(GET quoted 1 in)
    list(GET quoted 2 out)
    set(${input} "${in}" PARENT_SCOPE)
    set(${state} "${out}" PARENT_SCOPE)
    set(${numbers} ${count} PARENT_SCOPE)
endfunction()

# The arrays and the numbers that the launcher takes (hip/launcher/launcher_arrays.hip.h), and what is expected in words.
function(foldcheck_launcher_takes arrays numbers expected)
    set(a folded)
    set(n items)
    set(e "the operator's columns")
    set(count "a count")
    if(A_ROWS)
        set(n row_offsets)
        set(count "rows and offsets")
    endif()
    if(A_DOES STREQUAL "transpose")
        set(n matrix)
        set(count "the numbers of rows and columns")
        if(A_ROWS)
            set(n matrices)
            set(count "the numbers of matrices, rows and columns")
        endif()
    elseif(A_DOES STREQUAL "reduce_by_key")
        set(a runs)
        set(e "keys, the columns of items, the keys of runs, the columns of results, the number of runs")
        if(A_FORM STREQUAL "CUB")
            set(a runs_as_cub)
            set(e "keys, the keys of runs, the columns of items and of results, the number of runs")
        endif()
    elseif(A_DOES MATCHES "^(keyed|histogram)$")
        set(a keyed)
        set(e "keys, the operator's columns")
        if(A_DOES STREQUAL "histogram")
            set(a counted)
            set(e "keys, the counts")
        endif()
        if(NOT A_KEYS)
            set(n items_and_keys)
            set(count "a count, the number of keys")
        endif()
    endif()
    string(APPEND e ", ${count}")
    if(A_INIT)
        string(APPEND e ", the initial value")
    endif()
    if(A_PARAMS)
        string(APPEND e ", the operator's numbers")
    endif()
    set(${arrays} ${a} PARENT_SCOPE)
    set(${numbers} ${n} PARENT_SCOPE)
    set(${expected} "${e}" PARENT_SCOPE)
endfunction()

# The file with calls of the launcher for each operator: their first source, and launcher_calls.hip.h. The rest stands in
# A_<word>, as in foldcheck_write_launcher.
function(foldcheck_write_calls file source launcher list)
    set(operators "")
    set(halves "")
    foldcheck_launcher_takes(arrays numbers expected)
    foldcheck_as_bool(init A_INIT 1 0)
    foreach(op IN LISTS ARGN)
        foldcheck_op_columns(input state count ${op})
        set(rounded "${state}")
        if(input MATCHES "^\"(b?f16)\"$")
            string(REPLACE "f32" "${CMAKE_MATCH_1}" rounded "${state}")
        endif()
        if("${input}${state}" MATCHES "f16")
            set(halves "#define FOLDCHECK_HALVES\n")
        endif()
        if(NOT A_PARAMS)
            set(count 0)
        endif()
        foreach(columns input state rounded)
            foldcheck_column_types(${columns} "${${columns}}")
        endforeach()
        string(APPEND operators " X(${op}, (${input}), (${state}), (${rounded}), ${count})")
    endforeach()
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
${halves}#include \"launcher/own_headers.h\" // before any macro of theirs
#include \"${source}\"
#include \"launcher/own_names.h\"

#define FOLDCHECK_LAUNCHER ${launcher}
#define FOLDCHECK_FORM ${A_FORM}
#define FOLDCHECK_ARRAYS ${arrays}
#define FOLDCHECK_NUMBERS ${numbers}
#define FOLDCHECK_EXPECTED \"${expected}\"
#define FOLDCHECK_KEYS ${A_KEYS}
#define FOLDCHECK_INIT ${init}
#define FOLDCHECK_CALLS ${list}
#define FOLDCHECK_OPERATORS(X)${operators}
#include \"launcher/launcher_calls.hip.h\"
")
endfunction()

# The integers from 17 to 2^20 in the text of some sources, ascending, "32,256": a kernel may go wrong for as many items. A header
# that such a source includes from a folder of its own counts as its text; comments do not.
function(foldcheck_source_constants result)
    set(found "")
    foldcheck_own_sources(sources ${ARGN})
    foreach(source IN LISTS sources)
        file(READ ${source} text)
        string(REGEX REPLACE "//[^\n]*" "" text "${text}")
        string(REGEX REPLACE "/[*]([^*]|[*]+[^*/])*[*]+/" "" text "${text}")
        string(REGEX MATCHALL "1[uUlL]* *<< *[0-9]+" shifts "${text}")
        foreach(shift IN LISTS shifts)
            string(REGEX MATCH "[0-9]+$" by "${shift}")
            if(by LESS 21)
                math(EXPR number "1 << ${by}")
                list(APPEND found ${number})
            endif()
        endforeach()
        string(REGEX MATCHALL "[^A-Za-z0-9_.](0x[0-9a-fA-F]+|[1-9][0-9]*)" numbers "${text}")
        foreach(number IN LISTS numbers)
            string(REGEX MATCH "(0x)?[0-9a-fA-F]+$" number "${number}")
            string(LENGTH "${number}" digits)
            if(digits LESS 8)
                math(EXPR number "${number}")
                list(APPEND found ${number})
            endif()
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES found)
    list(SORT found COMPARE NATURAL)
    set(kept "")
    foreach(number IN LISTS found)
        if(number GREATER 16 AND number LESS 1048577)
            list(APPEND kept ${number})
        endif()
    endforeach()
    list(JOIN kept "," kept)
    set(${result} "${kept}" PARENT_SCOPE)
endfunction()

# <result> is `yes` where the variable is true, else `no`.
function(foldcheck_as_bool result variable yes no)
    if(${variable})
        set(${result} ${yes} PARENT_SCOPE)
    else()
        set(${result} ${no} PARENT_SCOPE)
    endif()
endfunction()

# The file with the strategy, from the arguments as foldcheck_add_launcher has them.
function(foldcheck_write_launcher file)
    set(what_of_histogram KEYED)
    set(what_of_reduce_by_key REDUCE)
    string(TOUPPER ${A_DOES} what)
    if(what_of_${A_DOES})
        set(what ${what_of_${A_DOES}})
    endif()
    set(needs 0)
    if(A_NEEDS)
        foldcheck_law_words(needs "${caller}" ${A_NEEDS})
    endif()
    foreach(flag WAITS ROWS NOT_IN_PLACE FINITE KEYS_IN_RANGE INIT PARAMS)
        foldcheck_as_bool(has_${flag} A_${flag} true false)
    endforeach()
    foldcheck_as_bool(determinism A_DETERMINISTIC SAME_BITS_ON_ONE_DEVICE BITS_MAY_VARY)
    string(COMPARE EQUAL "${A_FORM}" CUB temporary)
    string(COMPARE EQUAL "${A_DOES}" reduce_by_key runs)
    string(COMPARE EQUAL "${A_DOES}" histogram counts)
    foreach(flag temporary runs counts)
        foldcheck_as_bool(${flag} ${flag} true false)
    endforeach()
    set(graphs GRAPHS_UNSAID)
    if(A_GRAPHS)
        set(graphs GRAPHS_CLAIMED)
    elseif(A_NO_GRAPHS)
        set(graphs GRAPHS_NOT)
    endif()
    set(sources "")
    foreach(source IN LISTS A_SOURCES)
        get_filename_component(source ${source} ABSOLUTE)
        list(APPEND sources ${source})
    endforeach()
    foldcheck_source_constants(constants ${sources})
    if(constants)
        string(APPEND constants ",")
    endif()
    set(operators "")
    foreach(op IN LISTS A_OPERATORS)
        string(APPEND operators " X(${op}, A)")
    endforeach()
    set(ends "")
    foreach(device IN LISTS devices)
        string(APPEND ends "LAUNCHER_DEVICE(${device}, ${A_NAME}_${device}_calls)\n")
    endforeach()
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
#define LAUNCHER_NAME \"${A_NAME}\"
#define LAUNCHER_DOES \"${A_LAUNCHER}, a launcher of ordinary kernels\"
#define LAUNCHER_WHAT WHAT_${what}
#define LAUNCHER_NEEDS ${needs}
#define LAUNCHER_PROGRESS ${has_WAITS}
#define LAUNCHER_DETERMINISM ${determinism}
#define LAUNCHER_NOT_IN_PLACE ${has_NOT_IN_PLACE}
#define LAUNCHER_FINITE ${has_FINITE}
#define LAUNCHER_GRAPHS ${graphs}
#define LAUNCHER_LANES ${A_LANES}
#define LAUNCHER_LEAST UINT64_C(${A_LEAST_ITEMS})
#define LAUNCHER_MOST UINT64_C(${A_MOST_ITEMS})
#define LAUNCHER_MULTIPLE UINT64_C(${A_MULTIPLE_OF})
#define LAUNCHER_ALIGN ${A_ALIGN}
#define LAUNCHER_TEMPORARY_ALIGN ${A_TEMPORARY_ALIGN}
#define LAUNCHER_TEMPORARY ${temporary}
#define LAUNCHER_ROWS ${has_ROWS}
#define LAUNCHER_RUNS ${runs}
#define LAUNCHER_KEYS UINT64_C(${A_KEYS})
#define LAUNCHER_KEYS_IN_RANGE ${has_KEYS_IN_RANGE}
#define LAUNCHER_COUNTS ${counts}
#define LAUNCHER_INIT ${has_INIT}
#define LAUNCHER_PARAMS ${has_PARAMS}
#define LAUNCHER_CONSTANTS ${constants} 0
#define LAUNCHER_OPERATORS(X, A)${operators}
#include \"launcher/launcher_strategy.h\"

${ends}")
endfunction()

# What words cannot stand beside DOES.
macro(foldcheck_check_does)
    if(NOT A_DOES MATCHES "^(reduce|scan|exscan|keyed|histogram|reduce_by_key|transpose)$")
        message(FATAL_ERROR "${caller}: DOES ${A_DOES}: expected reduce, scan, exscan, keyed, histogram, reduce_by_key or transpose")
    endif()
    set(folds "^(reduce|scan|exscan)$")
    set(by_key "^(keyed|histogram)$")
    if(A_ROWS AND A_DOES MATCHES "^(keyed|histogram|reduce_by_key)$")
        message(FATAL_ERROR "${caller}: ROWS: DOES ${A_DOES} has one row; expected reduce, scan, exscan or transpose")
    elseif(A_INIT AND NOT A_DOES MATCHES "${folds}")
        message(FATAL_ERROR "${caller}: INIT: DOES ${A_DOES} has no initial value; expected reduce, scan or exscan")
    elseif(A_PARAMS AND A_DOES STREQUAL "transpose")
        message(FATAL_ERROR "${caller}: PARAMS: DOES transpose has no operator")
    elseif((A_KEYS OR A_KEYS_IN_RANGE) AND NOT A_DOES MATCHES "${by_key}")
        message(FATAL_ERROR "${caller}: KEYS: DOES ${A_DOES} has no numbers of keys; expected keyed or histogram")
    endif()
    if(A_MULTIPLE_OF LESS 1)
        message(FATAL_ERROR "${caller}: MULTIPLE_OF ${A_MULTIPLE_OF}: expected 1 at least")
    elseif(A_MULTIPLE_OF GREATER 1 AND (A_DOES STREQUAL "reduce_by_key" OR (A_ROWS AND NOT A_DOES STREQUAL "transpose")))
        message(FATAL_ERROR "${caller}: MULTIPLE_OF: rows, and runs of keys, have any number of items")
    endif()
    if(A_KEYS) # a launcher that is not told how many there are
        set(A_KEYS_IN_RANGE TRUE)
    endif()
    foreach(op IN LISTS A_OPERATORS)
        get_property(line GLOBAL PROPERTY foldcheck_line_${op})
        if(A_DOES STREQUAL "histogram" AND line AND NOT line MATCHES "LAW_ADDS")
            message(FATAL_ERROR "${caller}: OPERATORS has ${op}: DOES histogram counts, by an operator that adds integers, such as add_u32")
        elseif(A_DOES STREQUAL "transpose" AND NOT op MATCHES "^([iu](8|16|32|64)|b?f16|f32|f64)$")
            message(FATAL_ERROR "${caller}: OPERATORS has ${op}: DOES transpose moves elements; expected a type, i8 to u64, f16, bf16, f32 or f64")
        elseif(A_PARAMS AND line AND NOT line MATCHES "[^_]PARAMS")
            message(FATAL_ERROR "${caller}: PARAMS: the operator ${op} has no numbers")
        endif()
    endforeach()
endmacro()

# What is told stands in A_<word>; the rest is as it usually is, and what cannot be is refused.
macro(foldcheck_launcher_defaults)
    foreach(pair FORM=PLAIN DOES=reduce LANES=0 LEAST_ITEMS=0 MOST_ITEMS=0 MULTIPLE_OF=1 ALIGN=1 TEMPORARY_ALIGN=0 KEYS=0)
        string(REGEX MATCH "^([A-Z_]+)=(.*)$" pair ${pair})
        if(NOT DEFINED A_${CMAKE_MATCH_1})
            set(A_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
        endif()
    endforeach()
    if(NOT A_SOURCES OR NOT A_OPERATORS OR A_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${caller}: expected NAME, LAUNCHER, SOURCES, OPERATORS, and maybe FORM, DOES, NEEDS, LANES, LEAST_ITEMS, MOST_ITEMS, MULTIPLE_OF, ALIGN, TEMPORARY_ALIGN, ROWS, KEYS, KEYS_IN_RANGE, INIT, PARAMS, WAITS, DETERMINISTIC, NOT_IN_PLACE, FINITE, GRAPHS, NO_GRAPHS, INCLUDES, DEFINITIONS and DEVICES; got ${A_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT A_FORM MATCHES "^(PLAIN|CUB|HOST)$")
        message(FATAL_ERROR "${caller}: FORM ${A_FORM}: expected PLAIN, CUB or HOST")
    endif()
    foreach(number LANES LEAST_ITEMS MOST_ITEMS MULTIPLE_OF ALIGN TEMPORARY_ALIGN KEYS)
        if(NOT A_${number} MATCHES "^[0-9]+$")
            message(FATAL_ERROR "${caller}: ${number} ${A_${number}}: expected a number")
        endif()
    endforeach()
    if(A_TEMPORARY_ALIGN GREATER 0 AND NOT A_FORM STREQUAL "CUB")
        message(FATAL_ERROR "${caller}: TEMPORARY_ALIGN ${A_TEMPORARY_ALIGN}: FORM ${A_FORM} has no temporary memory")
    endif()
    if(A_GRAPHS AND A_NO_GRAPHS)
        message(FATAL_ERROR "${caller}: GRAPHS and NO_GRAPHS: expected one of both at most")
    elseif(A_GRAPHS AND A_FORM STREQUAL "HOST")
        message(FATAL_ERROR "${caller}: GRAPHS: FORM HOST works on memory of the host's, expected PLAIN or CUB")
    endif()
    foldcheck_check_does()
endmacro()

# foldcheck_add_strategy(NAME my_sum LAUNCHER launch_sum SOURCES theirs.cu [more.cu ...] OPERATORS add_u32 ...
#     [FORM PLAIN|CUB|HOST] [DOES reduce|scan|exscan|keyed|histogram|reduce_by_key|transpose] [NEEDS COMMUTES] [LANES 32]
#     [LEAST_ITEMS 1] [MOST_ITEMS n] [MULTIPLE_OF 4] [ALIGN 16] [TEMPORARY_ALIGN 4] [ROWS] [KEYS n] [KEYS_IN_RANGE] [INIT] [PARAMS] [WAITS]
#     [DETERMINISTIC] [NOT_IN_PLACE] [FINITE] [GRAPHS|NO_GRAPHS] [INCLUDES folder ...] [DEFINITIONS NAME=1 ...] [DEVICES sim amd nvidia])
# The first source declares the launcher; hip/launcher/launcher_calls.hip.h has the forms.
function(foldcheck_add_launcher)
    cmake_parse_arguments(A "ROWS;WAITS;DETERMINISTIC;NOT_IN_PLACE;FINITE;GRAPHS;NO_GRAPHS;KEYS_IN_RANGE;INIT;PARAMS;UNTESTED"
        "NAME;LAUNCHER;FORM;DOES;LANES;LEAST_ITEMS;MOST_ITEMS;MULTIPLE_OF;ALIGN;TEMPORARY_ALIGN;KEYS" "SOURCES;OPERATORS;DEVICES;NEEDS;INCLUDES;DEFINITIONS"
        ${ARGN})
    set(caller "foldcheck_add_strategy(${A_NAME})")
    foldcheck_check_name("${caller}" "${A_NAME}")
    foldcheck_launcher_defaults()
    set(added "")
    if(NOT A_DOES STREQUAL "transpose")
        foldcheck_known_operators(added "${caller}" ${A_OPERATORS})
    endif()
    foldcheck_devices(devices "${caller}" "${A_DEVICES}")
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/foldcheck/${A_NAME})
    list(TRANSFORM devices APPEND _code OUTPUT_VARIABLE codes)
    foldcheck_write_plugin(${folder} "" 0 "${codes}")
    foldcheck_write_launcher(${folder}/strategy.c)
    foldcheck_plugin(${A_NAME}_plugin ${folder} ${folder}/strategy.c)
    set(LAUNCHER_INCLUDES "")
    foreach(include IN LISTS A_INCLUDES)
        get_filename_component(include ${include} ABSOLUTE)
        list(APPEND LAUNCHER_INCLUDES ${include})
    endforeach()
    set(LAUNCHER_DEFINITIONS ${A_DEFINITIONS})
    list(POP_FRONT A_SOURCES first)
    get_filename_component(first ${first} ABSOLUTE)
    foreach(device IN LISTS devices)
        set(calls ${A_NAME}_${device}_calls)
        foldcheck_write_calls(${folder}/${device}/calls.cu ${first} ${A_LAUNCHER} ${calls} ${A_OPERATORS})
        foldcheck_add_ordinary(${A_NAME}_plugin ${device} ${folder} ${calls} ${folder}/${device}/calls.cu ${A_SOURCES})
    endforeach()
    if(A_UNTESTED) # foldcheck's own tests say what is expected
        return()
    endif()
    foldcheck_strategy_tests(${A_NAME} "${devices}" "${added}" ${A_OPERATORS})
endfunction()
