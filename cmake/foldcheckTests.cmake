# SPDX-License-Identifier: MIT
# The tests of properties, as `foldcheck list tests` prints them once what they run is built: in foldcheck's build, where it is
# installed, and in projects with plugins. ctest includes the list behind settings: where the program is, how long a test draws, and
# what tests of GPUs ask ctest for.

# With one card as many tests share it as FOLDCHECK_TESTS_A_CARD says: each waits for one of so many places. What measures
# waits for all of them (foldcheck_whole_card).
set(FOLDCHECK_TESTS_A_CARD 4 CACHE STRING "Tests of properties that share the one card, each with up to 2 GiB of its memory")
function(foldcheck_whole_card result device)
    set(places "")
    math(EXPR last "${FOLDCHECK_TESTS_A_CARD} - 1")
    foreach(place RANGE ${last})
        list(APPEND places ${device}_${place})
    endforeach()
    set(${result} ${places} PARENT_SCOPE)
endfunction()

# What the list takes as set, as lines for ctest. ON_CARD is a command's beginning on a GPU. The list's tests of GPUs ask for
# of_<device>_0 to of_<device>_15 in turn.
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
        foreach(number RANGE 15)
            math(EXPR place "${number} % ${FOLDCHECK_TESTS_A_CARD}")
            set(asks RESOURCE_GROUPS ${device}:1)
            if(A_INSTALLED)
                set(asks RESOURCE_LOCK ${device}_${place})
            elseif(FOLDCHECK_TEST_CARDS EQUAL 0)
                list(APPEND asks DISABLED TRUE)
            elseif(FOLDCHECK_TEST_CARDS EQUAL 1)
                list(APPEND asks RESOURCE_LOCK ${device}_${place})
            endif()
            string(APPEND lines "set(of_${device}_${number} \"${asks}\")\n")
        endforeach()
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
