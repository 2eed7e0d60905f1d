# SPDX-License-Identifier: MIT
# foldcheck_add_strategy(... DEVICES cpu): a C++ function of the host as a strategy. The struct NAME of the first source has
# one of the bases of hip/cpu/function.hip.h; it is compiled for each operator, and other sources are compiled beside it.

# The translation unit of one operator, or with PLUGIN_CODE the list of them: their words, and the file of hip/cpu.
function(foldcheck_function_unit target folder name words unit)
    file(CONFIGURE OUTPUT ${folder}/${name}.cpp @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
${words}#define HOST_HEADER \"functions.hip.h\"
#include \"hip/cpu/${unit}.hip.h\"
")
    foldcheck_includes(includes ${folder})
    set_source_files_properties(${folder}/${name}.cpp PROPERTIES INCLUDE_DIRECTORIES "${includes}"
        COMPILE_DEFINITIONS "FOLDCHECK_BACKEND=cpu;FOLDCHECK_ON_CPU" COMPILE_OPTIONS "-ffp-contract=off;-fvisibility=hidden")
    target_sources(${target} PRIVATE ${folder}/${name}.cpp)
endfunction()

# foldcheck loads the run-time library, gcc's, before all others (hip/run_anew.c): a plugin may lack its words.
function(foldcheck_sanitize_threads target caller)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
        message(FATAL_ERROR "${caller}: THREAD_SANITIZER takes gcc or clang, got ${CMAKE_CXX_COMPILER_ID}")
    endif()
    target_compile_options(${target} PRIVATE -fsanitize=thread -g -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE FOLDCHECK_THREAD_SANITIZER)
    target_link_options(${target} PRIVATE -Wl,-z,undefs)
endfunction()

function(foldcheck_add_function name sources operators needs added)
    set(caller "foldcheck_add_strategy(${name})")
    get_property(built GLOBAL PROPERTY foldcheck_devices)
    if(NOT cpu IN_LIST built)
        message(FATAL_ERROR "${caller}: DEVICES has cpu; expected some of ${built}")
    endif()
    foldcheck_strategy_words(words "${caller}" ${needs}) # fewer than an operator has
    foldcheck_law_words(laws "${caller}" ${needs})
    set(target ${name}_plugin)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/foldcheck/${name})
    list(POP_FRONT sources first)
    get_filename_component(first ${first} ABSOLUTE)
    file(CONFIGURE OUTPUT ${folder}/functions.hip.h @ONLY CONTENT
"/* SPDX-License-Identifier: MIT
 * Generated. */
#include \"hip/cpu/function.hip.h\"
#include \"${first}\"
#include \"hip/cpu/known_waits.h\"
namespace FOLDCHECK_NAMESPACE
{
struct ${name}_function : called<::${name}> {
    static constexpr const char *name = \"${name}\";
    static constexpr unsigned needs = ${laws};
};
} // namespace FOLDCHECK_NAMESPACE
#define HOST_FUNCTIONS(X) X(${name}_function)
")
    foldcheck_write_plugin(${folder} "" 0 cpu_code)
    foldcheck_plugin(${target} ${folder} ${sources})
    target_compile_features(${target} PRIVATE cxx_std_17)
    set(list "")
    foreach(op IN LISTS operators)
        string(APPEND list " X(${op})")
        get_property(line GLOBAL PROPERTY foldcheck_line_${op})
        get_property(header GLOBAL PROPERTY foldcheck_header_${op})
        set(standard "") # what a user's operator includes has no business in a namespace
        if(IS_ABSOLUTE ${header})
            file(STRINGS ${header} standard REGEX "^[ \t]*#[ \t]*include[ \t]*<")
            string(REPLACE ";" "\n" standard "${standard}\n")
        endif()
        foldcheck_function_unit(${target} ${folder} ${op}
            "${standard}#define OP_HEADER \"${header}\"\n#define OP_NAME ${op}\n#define OP_LINE ${line}\n" operator_unit)
    endforeach()
    foldcheck_function_unit(${target} ${folder} code "#define PLUGIN_CODE cpu_code\n#define REGISTERED_OPERATORS(X)${list}\n" registry)
    foldcheck_strategy_tests(${name} cpu "${added}" ${operators})
endfunction()
