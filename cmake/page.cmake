# SPDX-License-Identifier: MIT
# The files that `foldcheck report page` copies into its folder: src/report/records/page/. Scripts run in this order.
set(assets page.css chart.js page.js speed.js compare.js)
list(TRANSFORM assets PREPEND ${PROJECT_SOURCE_DIR}/src/report/records/page/)
# A page's script is written again where a source that may write it changed.
file(GLOB writers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/report/records/*.c)
set(generated ${PROJECT_BINARY_DIR}/generated/page_assets.c)
add_custom_command(OUTPUT ${generated} DEPENDS ${assets} ${writers} ${PROJECT_SOURCE_DIR}/cmake/page_assets.cmake
    COMMAND ${CMAKE_COMMAND} "-DFILES=${assets}" "-DSOURCES=${writers}" -DOUTPUT=${generated} -P ${PROJECT_SOURCE_DIR}/cmake/page_assets.cmake
    COMMENT "Writing the page's files as C" VERBATIM)
target_sources(foldcheck_record PRIVATE ${generated})
