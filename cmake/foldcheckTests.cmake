# SPDX-License-Identifier: MIT
# The tests of properties, as `foldcheck list tests` prints them once what they run is built: in foldcheck's build, where it is
# installed, and in projects with plugins. ctest includes the list behind settings: where the program is, how long a test draws, and
# what tests of GPUs ask ctest for.

# What the list takes as set, as lines for ctest. ON_CARD is a command's beginning on a GPU.
function(foldcheck_test_settings result program)
    cmake_parse_arguments(A "INSTALLED" "" "PLUGINS;ON_CARD" ${ARGN})
    set(seed "")
    if(NOT "${FOLDCHECK_TEST_SEED}" STREQUAL "")
        set(seed --seed ${FOLDCHECK_TEST_SEED})
    endif()
    set(lines "set(foldcheck \"${program}\")\nset(seconds ${FOLDCHECK_TEST_SECONDS})\nset(seed \"${seed}\")
set(shapes \"${FOLDCHECK_TEST_SHAPES}\")
set(plugins \"${A_PLUGINS}\")\nset(on_card \"${A_ON_CARD}\")\n")
    foreach(device amd nvidia)
        set(asks RESOURCE_GROUPS ${device}:1)
        if(A_INSTALLED)
            set(asks RESOURCE_LOCK ${device})
        elseif(FOLDCHECK_TEST_CARDS EQUAL 0)
            list(APPEND asks DISABLED TRUE)
        elseif(FOLDCHECK_TEST_CARDS EQUAL 1)
            list(APPEND asks RESOURCE_LOCK ${device})
        endif()
        string(APPEND lines "set(of_${device} \"${asks}\")\n")
    endforeach()
    set(${result} "${lines}" PARENT_SCOPE)
endfunction()

# Adds the tests in the file `listed`, which the build writes, behind settings. Until it is there ctest has one that fails.
function(foldcheck_include_tests name listed settings)
    get_filename_component(folder ${listed} DIRECTORY)
    set(script ${folder}/${name}_settings.cmake)
    file(GENERATE OUTPUT ${script} CONTENT "# SPDX-License-Identifier: MIT
${settings}if(EXISTS \"${listed}\")
    include(\"${listed}\")
else()
    add_test(${name}_is_not_built ${name}_is_not_built)
endif()
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
endfunction()
