# SPDX-License-Identifier: MIT
# Run by cpack on what is installed for the packages. Programs and backends lose their symbols, but the simulator's kernels
# keep their line numbers: its reports name source lines.
file(GLOB_RECURSE files ${CPACK_TEMPORARY_DIRECTORY}/*/usr/bin/* ${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/foldcheck/*.so
    ${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/foldcheck/foldcheck_rewrite
    ${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/foldcheck/backends/foldcheck_ranks_*)
foreach(file IN LISTS files)
    if(NOT file MATCHES "_sim\\.so$")
        execute_process(COMMAND strip --strip-unneeded -R .comment -R .note ${file} COMMAND_ERROR_IS_FATAL ANY)
    endif()
endforeach()
file(GLOB files ${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/*.a)
foreach(file IN LISTS files)
    execute_process(COMMAND strip --strip-debug -R .comment -R .note ${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
