# SPDX-License-Identifier: MIT
# `cpack`: Debian packages, one for each component of install.cmake.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the foldcheck authors <foldcheck@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_strip.cmake)
set(CPACK_COMPONENTS_ALL foldcheck dev)
set(exactly "foldcheck (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

# One package: describe(component package section "synopsis" "description").
macro(describe component package section synopsis description)
    string(TOUPPER ${component} name)
    set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package})
    set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section})
    set(CPACK_DEBIAN_${name}_DESCRIPTION "${synopsis}\n${description}")
endmacro()
describe(foldcheck foldcheck devel "checks parallel folds and scans on GPUs"
"Runs reductions, scans and transpositions on random problems, on AMD and
NVIDIA GPUs or on a simulator that is part of this package, and compares
them with a sequential oracle. A failure is shrunk and printed as one line.")
set(CPACK_DEBIAN_FOLDCHECK_PACKAGE_RECOMMENDS binutils)
set(CPACK_DEBIAN_FOLDCHECK_PACKAGE_SUGGESTS foldcheck-dev)
describe(dev foldcheck-dev libdevel "foldcheck for operators and kernels of your own"
"The CMake package, headers and kernels from which plugins of foldcheck are
compiled, the library of cases, and an example project.")
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF) # it has no program, and cpack would look for one in each of its 370 files
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${exactly}, cmake (>= 3.22), g++, make | ninja-build")
foreach(device amd nvidia)
    if(device IN_LIST devices)
        list(APPEND CPACK_COMPONENTS_ALL ${device})
        string(TOUPPER ${device} name)
        describe(${device} foldcheck-${device} devel "${name} GPUs for foldcheck"
"The kernels of foldcheck for ${name} GPUs, and the vendor's own library of
reductions and scans, where it was there, as strategies beside them.")
        set(CPACK_DEBIAN_${name}_PACKAGE_DEPENDS "${exactly}")
    endif()
endforeach()
if(mpi_libraries)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    describe(mpi foldcheck-mpi devel "MPI for foldcheck"
"MPI's reductions and scans as strategies of foldcheck, and folds of its own
over ranks, for each MPI that was there.")
    string(REPLACE openmpi openmpi-bin launchers "${mpi_libraries}")
    list(JOIN launchers " | " launchers)
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "${exactly}, ${launchers}") # mpirun of one of them
endif()

# ---- what every package has in share/doc ----------------------------------------------------------------------------------
file(STRINGS LICENSE license)
list(FILTER license INCLUDE REGEX "^Copyright")
string(REGEX REPLACE "^Copyright \\(c\\) " "" holder "${license}")
file(READ LICENSE license)
string(REGEX REPLACE "^.*Permission is" "Permission is" license "${license}")
string(STRIP "${license}" license)
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
# Debian's own changelog: an entry for each version of CHANGELOG.md.
file(STRINGS CHANGELOG.md headings REGEX "^## [0-9.]+ \\(.*\\)$")
if(NOT headings MATCHES "^## ${PROJECT_VERSION} ")
    message(FATAL_ERROR "CHANGELOG.md: expected '## ${PROJECT_VERSION} (date)' as its first heading")
endif()
set(entries "")
foreach(heading IN LISTS headings)
    string(REGEX MATCH "^## ([0-9.]+) \\((.*)\\)$" heading "${heading}")
    set(version ${CMAKE_MATCH_1})
    execute_process(COMMAND date -R -u -d ${CMAKE_MATCH_2} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(APPEND entries "@package@ (${version}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${version}; the changes are in changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}

")
endforeach()
set(papers ${PROJECT_BINARY_DIR}/generated/papers)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} name)
    set(package ${CPACK_DEBIAN_${name}_PACKAGE_NAME})
    file(CONFIGURE OUTPUT ${papers}/${package}/copyright @ONLY CONTENT
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: foldcheck

Files: *
Copyright: @holder@
License: Expat

License: Expat
 @license@
")
    string(REPLACE "@package@" ${package} changelog "${entries}")
    file(WRITE ${papers}/${package}/changelog.Debian "${changelog}")
    configure_file(CHANGELOG.md ${papers}/${package}/changelog COPYONLY)
    execute_process(COMMAND ${FOLDCHECK_GZIP} -9nf ${papers}/${package}/changelog.Debian ${papers}/${package}/changelog)
    install(DIRECTORY ${papers}/${package} DESTINATION share/doc COMPONENT ${component})
endforeach()
install(FILES README.md DESTINATION share/doc/foldcheck-dev COMPONENT dev)
# The simulator keeps its line numbers: see package_strip.cmake.
file(WRITE ${papers}/overrides "foldcheck: unstripped-binary-or-object *foldcheck_sim.so*\n")
install(FILES ${papers}/overrides DESTINATION share/lintian/overrides RENAME foldcheck COMPONENT foldcheck)
install(DIRECTORY tests/fixtures/example/ DESTINATION share/doc/foldcheck-dev/examples COMPONENT dev PATTERN wrong EXCLUDE)
include(CPack)
