# SPDX-License-Identifier: MIT
# The tests of MPI: the promises of each library with its own choice of algorithms, folds over ranks, and tests/program/ranks with an
# MPI that is wrong. Algorithms that a user forces, all shapes and 9 ranks are nightly.
set(collectives reduce allreduce reduce_scatter reduce_scatter_block scan exscan)
list(TRANSFORM collectives APPEND _commuting OUTPUT_VARIABLE commuting)
# Whose algorithms all do what is promised; the others are rows of docs/guide/libraries.md.
set(forced_openmpi ${collectives} ${commuting} reduce_unordered allreduce_unordered reduce_scatter_unordered)
set(forced_mpich reduce reduce_commuting allreduce allreduce_commuting reduce_scatter_block reduce_scatter_block_commuting
    scan scan_commuting exscan exscan_commuting)
list(TRANSFORM collectives APPEND _predefined_forced OUTPUT_VARIABLE predefined_openmpi)
set(predefined_mpich ${predefined_openmpi})
list(REMOVE_ITEM predefined_mpich reduce_scatter_predefined_forced)
set(witnesses --operator span_8,affine_u32,tally_u64)
set(few_witnesses --operator span_8,tally_u64) # of order, and of what commutes

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
    strategies_of(${library} promised ${collectives} ${commuting} reduce_local reduce_inter allreduce_inter)
    list(TRANSFORM forced_${library} APPEND _forced)
    strategies_of(${library} asked ${forced_${library}})
    strategies_of(${library} predefined ${predefined_${library}})
    add_case(every_claim_holds.${library} cpu foldcheck check --jobs 1 --device cpu --peers --strategy ${promised} ${few_witnesses} --seconds 3 ${seed})
    add_case(every_claim_holds.predefined_${library} cpu foldcheck check --jobs 1 --device cpu --peers --strategy ${library}_*_predefined
        --property reduce_equals_oracle,scan_equals_oracle --operator add_u32 --seconds 1 ${seed})
    if(FOLDCHECK_PYTHON3)
        add_case(ranks_are_watched.${library} cpu ${PROJECT_SOURCE_DIR}/tests/program/ranks ${PROJECT_BINARY_DIR} ${library})
        add_nightly_case(ranks_fold_large_files.${library} ${PROJECT_SOURCE_DIR}/tests/program/ranks ${PROJECT_BINARY_DIR} ${library} large)
    endif()
    add_nightly_case(every_algorithm.${library} foldcheck check --jobs 1 --device cpu --peers --strategy ${asked} ${witnesses} --seconds 120)
    add_nightly_case(every_algorithm.predefined_${library} foldcheck check --jobs 1 --device cpu --peers --strategy ${predefined}
        --property reduce_equals_oracle,scan_equals_oracle,same_input_same_bits --operator add_u32 --seconds 60)
    add_nightly_case(exhaustive.${library} foldcheck check --jobs 1 --device cpu --peers --strategy ${promised} ${witnesses} --exhaustive 20)
endforeach()
if(mpi_libraries)
    add_case(every_claim_holds.ranks cpu foldcheck check --jobs 1 --device cpu --peers --strategy mpi_* ${few_witnesses} --seconds 3 ${seed})
endif()

if(mpich IN_LIST mpi_libraries)
    # No algorithm of these gives way to another one: an error would say so (hip/mpi/plugin.c).
    strategies_of(mpich taken reduce_forced allreduce_forced reduce_scatter_block_forced scan_forced exscan_forced)
    add_nightly_case(every_algorithm_is_taken.mpich foldcheck check --jobs 1 --device cpu --peers --strategy ${taken} ${witnesses} --seconds 60)
    set_tests_properties(every_algorithm_is_taken.mpich.cpu PROPERTIES ENVIRONMENT MPIR_CVAR_COLLECTIVE_FALLBACK=error)
endif()

# Programs that show what breaks a promise, without foldcheck (tests/program/reproducers), run by `ranks` ranks: they say what they
# expected and got, or end early.
function(add_mpi_finding name library ranks says)
    if(NOT library IN_LIST mpi_libraries)
        return()
    endif()
    string(TOUPPER ${library} upper)
    read_mpicc(${FOLDCHECK_MPICC_${upper}} includes links)
    add_executable(${name} tests/fixtures/findings/${name}.c)
    target_include_directories(${name} SYSTEM PRIVATE ${includes})
    target_link_libraries(${name} PRIVATE ${links})
    set(oversubscribed $<$<STREQUAL:${library},openmpi>:--oversubscribe>)
    add_test(NAME finding_stands.${name}.cpu COMMAND_EXPAND_LISTS
        COMMAND ${FOLDCHECK_MPIRUN_${upper}} ${oversubscribed} -n ${ranks} $<TARGET_FILE:${name}>)
    set_tests_properties(finding_stands.${name}.cpu PROPERTIES LABELS cpu TIMEOUT 300 PASS_REGULAR_EXPRESSION "${says}"
        ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
endfunction()
add_mpi_finding(mpi_forced_order openmpi 2 "rank 0, row 0: expected 0 2, got 2 1")
add_mpi_finding(mpi_forced_in_place openmpi 2 "rank 0, row 0: expected 0 2, got 2 1")
add_mpi_finding(mpi_forced_counts mpich 2 "Assertion failed in file .*reduce_scatter_intra_noncommutative")
add_mpi_finding(mpi_gaps_scattered mpich 2 "rank 1, row 1: expected 2 4, got ")
