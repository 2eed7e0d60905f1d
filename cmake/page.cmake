# SPDX-License-Identifier: MIT
# The files that `foldcheck report page` copies into its folder: src/report/records/page/, and uPlot (MIT licence) where ci/uplot has put it.
# Without uPlot the page draws plain lines.
set(FOLDCHECK_UPLOT ${PROJECT_BINARY_DIR}/uplot CACHE PATH "A folder with uPlot.iife.min.js and uPlot.min.css, for `report page`")
set(assets ${PROJECT_SOURCE_DIR}/src/report/records/page/page.css)
if(EXISTS ${FOLDCHECK_UPLOT}/uPlot.iife.min.js AND EXISTS ${FOLDCHECK_UPLOT}/uPlot.min.css)
    list(APPEND assets ${FOLDCHECK_UPLOT}/uPlot.min.css ${FOLDCHECK_UPLOT}/uPlot.iife.min.js)
else()
    message(STATUS "foldcheck report page draws plain lines: no uPlot (ci/uplot fetches it)")
endif()
list(APPEND assets ${PROJECT_SOURCE_DIR}/src/report/records/page/page.js ${PROJECT_SOURCE_DIR}/src/report/records/page/rates.js
    ${PROJECT_SOURCE_DIR}/src/report/records/page/compare.js)
set(generated ${PROJECT_BINARY_DIR}/generated/page_assets.c)
add_custom_command(OUTPUT ${generated} DEPENDS ${assets} ${PROJECT_SOURCE_DIR}/cmake/page_assets.cmake
    COMMAND ${CMAKE_COMMAND} "-DFILES=${assets}" -DOUTPUT=${generated} -P ${PROJECT_SOURCE_DIR}/cmake/page_assets.cmake
    COMMENT "Writing the page's files as C" VERBATIM)
target_sources(foldcheck_record PRIVATE ${generated})
