# SPDX-License-Identifier: MIT
# The manual pages, from the programs' tables of options.
find_program(FOLDCHECK_GZIP gzip)
mark_as_advanced(FOLDCHECK_GZIP)
if(FOLDCHECK_GZIP)
    set(manual ${PROJECT_BINARY_DIR}/generated/man)
    add_custom_command(OUTPUT ${manual}/foldcheck.1.gz DEPENDS foldcheck foldcheck_app cmake/write_manual.cmake COMMENT "Writing the manual pages"
        COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:foldcheck> -DAPP=$<TARGET_FILE:foldcheck_app> -DGZIP=${FOLDCHECK_GZIP}
            -DFOLDER=${manual} -P ${PROJECT_SOURCE_DIR}/cmake/write_manual.cmake VERBATIM)
    add_custom_target(foldcheck_manual ALL DEPENDS ${manual}/foldcheck.1.gz)
endif()
