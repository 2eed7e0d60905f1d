# SPDX-License-Identifier: MIT
# foldcheck_add_operator and foldcheck_add_strategy, for projects that use foldcheck by find_package, add_subdirectory or
# FetchContent. They need the targets foldcheck::foldcheck (the library of cases), foldcheck::program and, for the
# simulator, foldcheck::sim, the functions of kernel_compilers.cmake, and the global properties foldcheck_devices (the
# devices that have a backend) and those of foldcheck_tables.cmake.
set(FOLDCHECK_TEST_SECONDS 0.5 CACHE STRING "Seconds that one test draws problems for")
set(FOLDCHECK_TEST_SEED "" CACHE STRING "Seed of all tests except nightly ones; empty: a new one in each run")
set(FOLDCHECK_TEST_CARDS 1 CACHE STRING "Cards that tests of GPUs are spread over: with 0 they are disabled, more than 1 takes ctest --resource-spec-file (ci/card_slots)")
include(CheckCCompilerFlag)
check_c_compiler_flag(-ftrivial-auto-var-init=pattern FOLDCHECK_FILLS_VARIABLES)
option(FOLDCHECK_FUZZ "Build plugins for fuzz_cases, by its compiler, and no tests" OFF)

# The folder of src and hip: foldcheck's source folder, or share/foldcheck where it is installed.
function(foldcheck_root result)
    get_filename_component(root ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.. ABSOLUTE)
    set(${result} ${root} PARENT_SCOPE)
endfunction()

# The include folders of a plugin whose generated files lie in `folder`.
function(foldcheck_includes result folder)
    foldcheck_root(root)
    set(${result} ${folder} ${root} ${root}/src ${root}/src/case ${root}/src/engine ${root}/src/report ${root}/src/support ${root}/hip PARENT_SCOPE)
endfunction()

# The backends that are installed and for which there is a compiler, or those of `wanted`.
function(foldcheck_devices result caller wanted)
    set(can_sim ON)
    set(can_amd ${FOLDCHECK_HIPCC})
    set(can_nvidia ${FOLDCHECK_NVCC})
    get_property(built GLOBAL PROPERTY foldcheck_devices)
    set(devices "")
    foreach(device IN LISTS built)
        if(can_${device})
            list(APPEND devices ${device})
        endif()
    endforeach()
    foreach(device IN LISTS wanted)
        if(NOT device IN_LIST devices)
            message(FATAL_ERROR "${caller}: DEVICES has ${device}; expected some of ${devices}")
        endif()
    endforeach()
    if(wanted)
        set(devices ${wanted})
    endif()
    set(${result} ${devices} PARENT_SCOPE)
endfunction()

function(foldcheck_check_name caller name)
    if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
        message(FATAL_ERROR "${caller}: NAME '${name}': expected a-z, then a-z, 0-9 and _")
    elseif(TARGET ${name}_plugin)
        message(FATAL_ERROR "${caller}: there is a ${name} already")
    endif()
endfunction()

# "LAW_COMMUTES | LAW_EXACT", or 0.
function(foldcheck_law_words result caller)
    set(laws COMMUTES EXACT IDEMPOTENT CANCELS ORDERS ADDS)
    set(words "")
    foreach(law IN LISTS ARGN)
        if(NOT law IN_LIST laws)
            string(REPLACE ";" ", " known "${laws}")
            message(FATAL_ERROR "${caller}: LAWS has ${law}, which is no law; expected some of ${known}")
        endif()
        list(APPEND words LAW_${law})
    endforeach()
    string(REPLACE ";" " | " words "${words}")
    if(NOT words)
        set(words 0)
    endif()
    set(${result} "${words}" PARENT_SCOPE)
endfunction()

# "NEEDS_COMMUTES | NEEDS_EXACT" (hip/strategy.h), or 0.
function(foldcheck_strategy_words result caller)
    set(words "")
    foreach(law IN LISTS ARGN)
        if(NOT law MATCHES "^(COMMUTES|EXACT)$")
            message(FATAL_ERROR "${caller}: NEEDS has ${law}; expected COMMUTES or EXACT")
        endif()
        list(APPEND words NEEDS_${law})
    endforeach()
    string(REPLACE ";" " | " words "${words}")
    if(NOT words)
        set(words 0)
    endif()
    set(${result} "${words}" PARENT_SCOPE)
endfunction()

# The definitions by which plugin.c says how results compare: TOLERANCE, a function NAME_close in the header, or the same
# operator in a wider type in NAME_wide.h beside it.
function(foldcheck_closeness result caller name header tolerance laws)
    file(STRINGS ${header} function REGEX "[ \t*]${name}_close[ \t]*\\(")
    set(words "")
    if(function)
        string(APPEND words "#define OP_HAS_CLOSE 1\n")
    endif()
    if(tolerance)
        set(number "[0-9]+\\.?[0-9]*(e[+-]?[0-9]+)?")
        set(bound "(exact|(abs|rel|ulp)=${number})")
        if(NOT tolerance MATCHES "^${bound}([ ,]+${bound})*$")
            message(FATAL_ERROR "${caller}: TOLERANCE \"${tolerance}\": expected abs=X, rel=X, ulp=N or exact, for all columns or, separated by commas, for each of the state")
        endif()
        string(APPEND words "#define OP_TOLERANCE \"${tolerance}\"\n")
    endif()
    foldcheck_wider(wider "${caller}" ${name} ${header})
    if(wider AND words)
        message(FATAL_ERROR "${caller}: ${name}_wide.h beside ${header}, and a tolerance; expected one of them")
    endif()
    string(APPEND words "${wider}")
    if(tolerance AND function)
        message(FATAL_ERROR "${caller}: TOLERANCE and ${name}_close in ${header}; expected one of them")
    elseif(words AND "EXACT" IN_LIST laws)
        message(FATAL_ERROR "${caller}: LAWS has EXACT, and there is a tolerance or ${name}_wide.h; expected one of them")
    endif()
    set(${result} "${words}" PARENT_SCOPE)
endfunction()

# ---- compiling ------------------------------------------------------------------------------------------------
# Adds a .hip file to a plugin for one device: the host's compiler for the simulator, hipcc, nvcc.
function(foldcheck_compile target device folder source)
    foldcheck_includes(includes ${folder})
    if(device STREQUAL "sim")
        foldcheck_sim_options(compile link)
        set_source_files_properties(${source} PROPERTIES LANGUAGE CXX
            INCLUDE_DIRECTORIES "${includes}" COMPILE_DEFINITIONS FOLDCHECK_BACKEND=sim
            COMPILE_OPTIONS "-std=c++17;-ffp-contract=off;-fvisibility=hidden;${compile}")
        target_sources(${target} PRIVATE ${source})
        target_link_options(${target} PRIVATE ${link})
        return()
    endif()
    get_filename_component(name ${source} NAME_WE)
    set(object ${folder}/${device}_${name}.o)
    foldcheck_compile_gpu(${device} ${source} ${object} INCLUDES ${includes})
    target_sources(${target} PRIVATE ${object})
endfunction()

# Compiles a C file with the checks for undefined behaviour, whose handlers src/support/undefined.c has. Optimised, or the compiler does
# not see how large what a pointer points to is.
function(foldcheck_look_at source)
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS
        "${ARGN};-O2;-fsanitize=object-size,bounds,signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow")
endfunction()

# The libraries of a device that a plugin's code for it calls.
function(foldcheck_link target device)
    if(device STREQUAL "sim")
        # As an option: CMake would take the path apart as long as the library is not built.
        target_link_options(${target} PRIVATE -Wl,--no-as-needed $<TARGET_FILE:foldcheck::sim>)
        set_target_properties(${target} PROPERTIES BUILD_RPATH $<TARGET_FILE_DIR:foldcheck::sim>
            INSTALL_RPATH $<TARGET_FILE_DIR:foldcheck::sim>)
        add_dependencies(${target} foldcheck::sim)
    else()
        foldcheck_gpu_runtime(runtime ${device})
        target_link_libraries(${target} PRIVATE ${runtime})
    endif()
endfunction()

# NAME.so: plugin.c, which the caller has written into the folder.
function(foldcheck_plugin target folder)
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(NOT "C" IN_LIST languages OR NOT "CXX" IN_LIST languages)
        message(FATAL_ERROR "foldcheck: plugins are C and C++; expected project(... LANGUAGES C CXX)")
    endif()
    foldcheck_root(root)
    add_library(${target} MODULE ${folder}/plugin.c ${root}/src/support/undefined.c ${ARGN})
    set_target_properties(${target} PROPERTIES PREFIX "" C_STANDARD 11 C_VISIBILITY_PRESET hidden
        LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-ffp-contract=off>)
    set(filled "")
    if(FOLDCHECK_FILLS_VARIABLES)
        set(filled -ftrivial-auto-var-init=pattern)
    endif()
    foldcheck_look_at(${folder}/plugin.c ${filled})
    foldcheck_includes(includes ${folder})
    target_include_directories(${target} PRIVATE ${includes})
    target_link_libraries(${target} PRIVATE foldcheck::foldcheck -Wl,--version-script=${root}/hip/backend.ver)
    if(FOLDCHECK_FUZZ) # whose words fuzz_cases has
        get_property(coverage GLOBAL PROPERTY foldcheck_coverage_options)
        target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C>:${coverage}>")
    else()
        add_dependencies(${target} foldcheck::program)
        target_link_options(${target} PRIVATE -Wl,-z,defs)
    endif()
endfunction()

# What the simulator's kernels call beside a user's operator, and what its law compares with it: its functions, compiled once more
# with the checks for undefined behaviour. Where nothing is put, their variables begin with other bytes than those of plugin.c.
function(foldcheck_write_looks target folder op header line)
    file(CONFIGURE OUTPUT ${folder}/${op}.def @ONLY CONTENT "/* SPDX-License-Identifier: MIT */\n${line}\n")
    file(CONFIGURE OUTPUT ${folder}/${op}_looks.c @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
#include \"${header}\"
#define OPERATOR_TABLE \"${folder}/${op}.def\"
#include \"op_lines.h\"

extern const struct op *const ${op}_looked_at;
const struct op *const ${op}_looked_at = &op_lines[0].op;
")
    foldcheck_look_at(${folder}/${op}_looks.c)
    target_sources(${target} PRIVATE ${folder}/${op}_looks.c)
endfunction()

# A plugin's code for one device: an instantiation of every operator, and the list of them.
function(foldcheck_device_code target device folder own)
    set(list "")
    foreach(op IN LISTS ARGN)
        string(APPEND list " X(${op})")
        get_property(line GLOBAL PROPERTY foldcheck_line_${op})
        get_property(header GLOBAL PROPERTY foldcheck_header_${op})
        # The kernels' unit takes the header into a namespace, where <math.h> has no business: it comes before.
        set(standard "")
        if(IS_ABSOLUTE ${header}) # not one of foldcheck's own
            file(STRINGS ${header} standard REGEX "^[ \t]*#[ \t]*include[ \t]*<")
            if(device STREQUAL "sim")
                foldcheck_write_looks(${target} ${folder}/sim ${op} ${header} "${line}")
                list(APPEND standard "#define OP_LOOKED_AT ${op}_looked_at")
            endif()
        endif()
        list(JOIN standard "\n" standard)
        file(CONFIGURE OUTPUT ${folder}/${device}/${op}.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
${standard}
#define OP_HEADER \"${header}\"
#define OP_NAME ${op}
#define OP_LINE ${line}
#include \"hip/operator_unit.hip.h\"
")
        foldcheck_compile(${target} ${device} ${folder} ${folder}/${device}/${op}.hip)
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/${device}/code.hip @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
#define PLUGIN_CODE ${device}_code
#define OWN_STRATEGIES ${own}
#define REGISTERED_OPERATORS(X)${list}
#include \"hip/plugin.hip.h\"
")
    foldcheck_compile(${target} ${device} ${folder} ${folder}/${device}/code.hip)
    foldcheck_link(${target} ${device})
endfunction()

# Writes plugin.c: `operators` are the lines' includes and definitions, `count` how many.
function(foldcheck_write_plugin folder operators count codes)
    set(declared "")
    set(list "")
    foreach(code IN LISTS codes)
        string(APPEND declared "extern const struct plugin_code ${code};\n")
        string(APPEND list "&${code}, ")
    endforeach()
    set(lines NULL)
    if(count)
        set(lines op_lines)
    endif()
    file(CONFIGURE OUTPUT ${folder}/plugin.c @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
${operators}#include \"plugin.h\"

${declared}
static const struct plugin_code *const code[] = {${list}NULL};
extern __attribute__((visibility(\"default\"))) const struct plugin foldcheck_plugin;
const struct plugin foldcheck_plugin = {PLUGIN_HEAD, ${lines}, ${count}, code};
")
endfunction()

# Writes the strategies that an operator's units are made of into <folder>: those that one of the regular expressions
# matches whole, those that claims compare with and what these take; all but those of FORM, where there is none. Their names go to <result>.
function(foldcheck_write_strategies result caller folder)
    set(compared reduce_auto reduce_last_block scan_lookback segscan_flags)
    get_property(built GLOBAL PROPERTY foldcheck_strategies)
    set(kept "")
    foreach(strategy IN LISTS built)
        get_property(line GLOBAL PROPERTY foldcheck_strategy_${strategy})
        if(ARGN OR NOT line MATCHES "^[^\"]*FORM")
            list(APPEND kept ${strategy})
        endif()
    endforeach()
    if(ARGN)
        list(JOIN ARGN "|" pattern)
        list(FILTER kept INCLUDE REGEX "^(${pattern})$")
        if(NOT kept)
            message(FATAL_ERROR "${caller}: STRATEGIES matches none of ${built}")
        endif()
    endif()
    set(${result} ${kept} PARENT_SCOPE)
    set(includes "")
    set(lines "")
    foreach(strategy IN LISTS built)
        if(NOT strategy IN_LIST kept AND NOT strategy IN_LIST compared)
            continue()
        endif()
        get_property(line GLOBAL PROPERTY foldcheck_strategy_${strategy})
        string(REGEX MATCH "[a-z]+," family "${line}")
        string(REPLACE "," "" family ${family})
        string(APPEND includes "#include \"hip/${family}/${strategy}.hip\"\n")
        string(APPEND lines "${line}\n")
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/strategies.hip.h @ONLY CONTENT "/* SPDX-License-Identifier: MIT */\n${includes}")
    file(CONFIGURE OUTPUT ${folder}/built_strategies.def @ONLY CONTENT "/* SPDX-License-Identifier: MIT */\n${lines}")
endfunction()

# ---- tests ----------------------------------------------------------------------------------------------------
# Those of GPUs ask ctest for a card; with one card some share it.
function(foldcheck_test name device)
    set(command $<TARGET_FILE:foldcheck::program> check --jobs 1 ${ARGN} --seconds ${FOLDCHECK_TEST_SECONDS} --measurements)
    if(NOT FOLDCHECK_TEST_SEED STREQUAL "")
        list(APPEND command --seed ${FOLDCHECK_TEST_SEED})
    endif()
    set(properties LABELS gpu RESOURCE_GROUPS ${device}:1)
    if(device MATCHES "^(sim|host|cpu)")
        set(properties LABELS ${CMAKE_MATCH_1})
    else()
        foldcheck_root(root)
        list(PREPEND command ${root}/ci/on_card ${FOLDCHECK_TEST_CARDS})
        if(FOLDCHECK_TEST_CARDS EQUAL 0)
            list(APPEND properties DISABLED TRUE)
        elseif(FOLDCHECK_TEST_CARDS EQUAL 1)
            string(MD5 place ${name})
            string(SUBSTRING ${place} 0 4 place)
            math(EXPR place "0x${place} % ${FOLDCHECK_TESTS_A_CARD}")
            list(APPEND properties RESOURCE_LOCK ${device}_${place})
        endif()
    endif()
    add_test(NAME ${name} COMMAND ${command})
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 ${properties})
endfunction()

# The names by which `check` knows the devices of some backends.
function(foldcheck_places result)
    string(REPLACE "sim" "sim32;sim64" places "${ARGN}")
    set(${result} ${places} PARENT_SCOPE)
endfunction()

# Laws first: <property>.<operator>.<device|host>. Only if they hold, every claim about every strategy:
# <strategy>.<operator>.<device>.
function(foldcheck_operator_tests op devices strategies)
    foldcheck_places(places ${devices})
    if(NOT places)
        set(places host)
    endif()
    list(JOIN places "," places)
    set(asked --device ${places} --operator ${op})
    if(strategies)
        list(JOIN strategies "," strategies)
        list(APPEND asked --strategy ${strategies})
    endif()
    set(plugin $<TARGET_FILE:${op}_plugin>)
    set(listed ${CMAKE_CURRENT_BINARY_DIR}/foldcheck/${op}/tests.cmake)
    add_custom_command(TARGET ${op}_plugin POST_BUILD
        COMMAND foldcheck::program list --plugin ${plugin} ${asked} --format ctest tests > ${listed} VERBATIM)
    foreach(device IN LISTS devices)
        if(TARGET foldcheck_${device}) # foldcheck is part of this build
            add_dependencies(${op}_plugin foldcheck_${device})
        endif()
    endforeach()
    foldcheck_root(root)
    foldcheck_test_settings(settings $<TARGET_FILE:foldcheck::program> PLUGINS --plugin ${plugin}
        ON_CARD ${root}/ci/on_card ${FOLDCHECK_TEST_CARDS})
    foldcheck_include_tests(${op} ${listed} "${settings}")
endfunction()

# A strategy of a plugin with each of its operators.
function(foldcheck_strategy_tests strategy devices added)
    if(FOLDCHECK_FUZZ)
        return()
    endif()
    foldcheck_places(places ${devices})
    foreach(place IN LISTS places)
        foreach(op IN LISTS ARGN)
            foldcheck_test(${strategy}.${op}.${place} ${place} ${added} --plugin $<TARGET_FILE:${strategy}_plugin>
                --strategy ${strategy} --operator ${op} --device ${place} --allow-refused)
        endforeach()
    endforeach()
endfunction()

# Stops for an operator that there is not; <result> gets the options that load the plugins of those that were added.
function(foldcheck_known_operators result caller)
    set(added "")
    foreach(op IN LISTS ARGN)
        get_property(line GLOBAL PROPERTY foldcheck_line_${op})
        if(NOT line)
            message(FATAL_ERROR "${caller}: OPERATORS has ${op}, which is neither foldcheck's nor added before")
        elseif(TARGET ${op}_plugin)
            list(APPEND added --plugin $<TARGET_FILE:${op}_plugin>)
        endif()
    endforeach()
    set(${result} "${added}" PARENT_SCOPE)
endfunction()

# ---- the two doors ---------------------------------------------------------------------------------------------
# foldcheck_add_operator(NAME my_op HEADER my_op.h WHAT "one sentence" INPUT u32 STATE u32 [MAPOUT u32] [LIFT] [EMIT]
#     [NEUTRAL] [PARAMS] [LAWS COMMUTES EXACT IDEMPOTENT CANCELS ORDERS ADDS] [TOLERANCE "rel=1e-6"] [MOST_ITEMS n]
#     [ARGS "{\"modulus\", 2, 97, 7}" ...] [DEVICES sim amd nvidia] [STRATEGIES "scan_.*" ... | LAWS_ONLY])
# The header is one of src/op.h's. STRATEGIES: regular expressions of those that it is built for and tested with; all of
# foldcheck's, unless told. LAWS_ONLY: no strategy and no device, which builds in a second. Makes the plugin
# ${NAME}_plugin and its tests.
function(foldcheck_add_operator)
    cmake_parse_arguments(A "LIFT;EMIT;NEUTRAL;PARAMS;LAWS_ONLY" "NAME;HEADER;WHAT;INPUT;STATE;MAPOUT;MOST_ITEMS;TOLERANCE" "LAWS;ARGS;DEVICES;STRATEGIES" ${ARGN})
    set(caller "foldcheck_add_operator(${A_NAME})")
    foreach(needed NAME HEADER WHAT INPUT STATE)
        if(NOT A_${needed})
            message(FATAL_ERROR "${caller}: no ${needed}; expected NAME, HEADER, WHAT, INPUT and STATE")
        endif()
    endforeach()
    if(A_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${caller}: unknown argument ${A_UNPARSED_ARGUMENTS}")
    endif()
    foldcheck_check_name("${caller}" "${A_NAME}")
    get_filename_component(header ${A_HEADER} ABSOLUTE)
    if(NOT EXISTS ${header})
        message(FATAL_ERROR "${caller}: no header ${header}")
    endif()
    set(functions "")
    foreach(feature LIFT EMIT NEUTRAL PARAMS)
        if(A_${feature})
            string(TOLOWER ${feature} function)
            list(APPEND functions ${function})
        endif()
    endforeach()
    foldcheck_check_operator("${caller}" ${A_NAME} ${header} "${A_WHAT}" "${A_INPUT}" "${A_STATE}" "${A_MAPOUT}" "${functions}")
    foldcheck_law_words(laws "${caller}" ${A_LAWS})
    foldcheck_closeness(closeness "${caller}" "${A_NAME}" ${header} "${A_TOLERANCE}" "${A_LAWS}")
    foldcheck_operator_states(states "${A_NAME}" ${header})
    if(A_LAWS_ONLY)
        set(A_DEVICES "") # says nothing
    endif()
    foldcheck_devices(devices "${caller}" "${A_DEVICES}")
    if(A_LAWS_ONLY)
        if(A_STRATEGIES)
            message(FATAL_ERROR "${caller}: LAWS_ONLY takes no STRATEGIES")
        endif()
        set(devices "")
    endif()
    foreach(feature LIFT EMIT NEUTRAL PARAMS)
        set(${feature} NO_${feature})
        if(A_${feature})
            set(${feature} ${feature})
        endif()
    endforeach()
    if(NOT A_MOST_ITEMS)
        set(A_MOST_ITEMS 0)
    endif()
    string(REPLACE ";" ", " args "${A_ARGS}")
    set(line "OPERATOR(${A_NAME}, \"${A_WHAT}\", \"${A_INPUT}\", \"${A_STATE}\", \"${A_MAPOUT}\", ${LIFT}, ${EMIT}, ${NEUTRAL}, ${PARAMS}, ${laws}, ${A_MOST_ITEMS}, ARGS(${args}))")
    set_property(GLOBAL PROPERTY foldcheck_line_${A_NAME} "${line}")
    set_property(GLOBAL PROPERTY foldcheck_header_${A_NAME} ${header})
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/foldcheck/${A_NAME})
    file(CONFIGURE OUTPUT ${folder}/line.def CONTENT "/* SPDX-License-Identifier: MIT */\n${line}\n" @ONLY)
    set(strategies "")
    if(devices)
        foldcheck_write_strategies(strategies "${caller}" ${folder} ${A_STRATEGIES})
    endif()
    list(TRANSFORM devices APPEND _code OUTPUT_VARIABLE codes)
    set(again "extern const struct op *const ${A_NAME}_looked_at;\n#define OP_AGAIN &${A_NAME}_looked_at\n")
    foldcheck_write_plugin(${folder}
        "#include \"${header}\"\n${closeness}${states}${again}#include \"undefined.h\"\n#define OP_WATCH undefined_watch\n#define OPERATOR_TABLE \"line.def\"\n#include \"op_lines.h\"\n" 1 "${codes}")
    foldcheck_plugin(${A_NAME}_plugin ${folder})
    if(NOT "sim" IN_LIST devices)
        foldcheck_write_looks(${A_NAME}_plugin ${folder}/host ${A_NAME} ${header} "${line}")
    endif()
    foreach(device IN LISTS devices)
        foldcheck_device_code(${A_NAME}_plugin ${device} ${folder} 0 ${A_NAME})
    endforeach()
    if(NOT FOLDCHECK_FUZZ)
        foldcheck_operator_tests(${A_NAME} "${devices}" "${strategies}")
    endif()
endfunction()

# foldcheck_add_strategy(NAME my_scan SOURCES my_scan.hip [OPERATORS op ...] [DEVICES sim amd nvidia] [NEEDS COMMUTES])
# With DEVICES cpu also THREAD_SANITIZER.
# One .hip file that defines `struct my_scan` as hip/reduce/*.hip do; OPERATORS (a witness of every
# kind unless told) may name foldcheck's and those of foldcheck_add_operator; NEEDS: laws without which it refuses. Or, with DEVICES, C and C++ files, of which
# one defines `const struct plugin_code my_scan_code` (hip/plugin.h). Makes ${NAME}_plugin and its tests,
# <strategy>.<operator>.<device>.
# With LAUNCHER it is foldcheckLauncher.cmake's, with DEVICES cpu, which stand alone, foldcheckFunction.cmake's.
function(foldcheck_add_strategy)
    if("LAUNCHER" IN_LIST ARGN)
        foldcheck_add_launcher(${ARGN})
        return()
    endif()
    cmake_parse_arguments(A "THREAD_SANITIZER" "NAME" "SOURCES;OPERATORS;DEVICES;NEEDS" ${ARGN})
    set(caller "foldcheck_add_strategy(${A_NAME})")
    foldcheck_check_name("${caller}" "${A_NAME}")
    if(NOT A_SOURCES OR A_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${caller}: expected NAME, SOURCES, and maybe OPERATORS, DEVICES and NEEDS; got ${A_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT A_OPERATORS)
        set(A_OPERATORS span_4 span_8 span_16 span_4_emit span_lift span_emit span_mixed tally_u64 affine_u32 mss_i32 add_f32)
    endif()
    foldcheck_known_operators(added "${caller}" ${A_OPERATORS})
    if("cpu" IN_LIST A_DEVICES AND NOT A_DEVICES STREQUAL "cpu")
        message(FATAL_ERROR "${caller}: DEVICES has cpu and others; expected cpu alone")
    elseif("cpu" IN_LIST A_DEVICES)
        foldcheck_add_function(${A_NAME} "${A_SOURCES}" "${A_OPERATORS}" "${A_NEEDS}" "${added}")
        if(A_THREAD_SANITIZER)
            foldcheck_sanitize_threads(${A_NAME}_plugin "${caller}")
        endif()
        return()
    elseif(A_THREAD_SANITIZER)
        message(FATAL_ERROR "${caller}: THREAD_SANITIZER is for functions of the host; expected DEVICES cpu")
    endif()
    foldcheck_devices(devices "${caller}" "${A_DEVICES}")
    foldcheck_strategy_words(words "${caller}" ${A_NEEDS})
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/foldcheck/${A_NAME})
    list(GET A_SOURCES 0 first)
    get_filename_component(first ${first} ABSOLUTE)
    if(first MATCHES "\\.hip$")
        file(CONFIGURE OUTPUT ${folder}/strategies.hip.h @ONLY CONTENT "/* SPDX-License-Identifier: MIT */\n#include \"${first}\"\n")
        file(CONFIGURE OUTPUT ${folder}/built_strategies.def @ONLY CONTENT "/* SPDX-License-Identifier: MIT */\nSTRATEGY(reduce, ${A_NAME}, ${words})\n")
        list(TRANSFORM devices APPEND _code OUTPUT_VARIABLE codes)
        foldcheck_write_plugin(${folder} "" 0 "${codes}")
        foldcheck_plugin(${A_NAME}_plugin ${folder})
        foreach(device IN LISTS devices)
            foldcheck_device_code(${A_NAME}_plugin ${device} ${folder} 1 ${A_OPERATORS})
        endforeach()
    else()
        foldcheck_write_plugin(${folder} "" 0 ${A_NAME}_code)
        foldcheck_plugin(${A_NAME}_plugin ${folder} ${A_SOURCES})
        foreach(device IN LISTS A_DEVICES)
            foldcheck_link(${A_NAME}_plugin ${device})
        endforeach()
    endif()
    foldcheck_strategy_tests(${A_NAME} "${devices}" "${added}" ${A_OPERATORS})
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/foldcheckFunction.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/foldcheckLauncher.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/foldcheckOperator.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/foldcheckTests.cmake)
