# SPDX-License-Identifier: MIT
# The tests of MPI: the promises of each library with its own choice of algorithms, folds over ranks, and tests/program/ranks with an
# MPI that is wrong. Algorithms that a user forces, all shapes and 9 ranks are nightly.
set(collectives reduce allreduce reduce_scatter reduce_scatter_block scan exscan)
list(TRANSFORM collectives APPEND _commuting OUTPUT_VARIABLE commuting)
list(TRANSFORM collectives APPEND _forced OUTPUT_VARIABLE forced)
list(TRANSFORM commuting APPEND _forced OUTPUT_VARIABLE commuting_forced)
set(witnesses --operator span_8,affine_u32,tally_u64)

# The names of a library's strategies, with commas between them.
function(strategies_of library result)
    list(TRANSFORM ARGN PREPEND ${library}_ OUTPUT_VARIABLE names)
    list(JOIN names "," names)
    set(${result} ${names} PARENT_SCOPE)
endfunction()

# A nightly test of the device cpu.
function(add_nightly_case name)
    add_test(NAME ${name}.cpu CONFIGURATIONS nightly COMMAND ${ARGN})
    set_tests_properties(${name}.cpu PROPERTIES LABELS nightly TIMEOUT 3600 PROCESSORS 2)
endfunction()

foreach(library IN LISTS mpi_libraries)
    string(TOUPPER ${library} upper)
    read_mpicc(${FOLDCHECK_MPICC_${upper}} includes links)
    add_library(wrong_mpi_${library} MODULE tests/fixtures/mpi/wrong_mpi.c)
    set_target_properties(wrong_mpi_${library} PROPERTIES PREFIX "")
    target_include_directories(wrong_mpi_${library} SYSTEM PRIVATE ${includes})
    strategies_of(${library} promised ${collectives} ${commuting} reduce_local)
    strategies_of(${library} asked ${forced} ${commuting_forced})
    add_case(every_claim_holds.${library} cpu foldcheck check --jobs 1 --device cpu --peers --strategy ${promised} ${witnesses} --seconds 4 ${seed})
    if(FOLDCHECK_PYTHON3)
        add_case(ranks_are_watched.${library} cpu ${PROJECT_SOURCE_DIR}/tests/program/ranks ${PROJECT_BINARY_DIR} ${library})
        add_nightly_case(ranks_fold_large_files.${library} ${PROJECT_SOURCE_DIR}/tests/program/ranks ${PROJECT_BINARY_DIR} ${library} large)
    endif()
    add_nightly_case(exhaustive.${library} foldcheck check --jobs 1 --device cpu --peers --strategy ${promised} ${witnesses} --exhaustive 20)
endforeach()
if(mpi_libraries)
    add_case(every_claim_holds.ranks cpu foldcheck check --jobs 1 --device cpu --peers --strategy mpi_* ${witnesses} --seconds 4 ${seed})
endif()
