# SPDX-License-Identifier: MIT
# cmake -DPROGRAM= -DAPP= -DGZIP= -DFOLDER= -P: writes the manual pages, each from its program's own table of options.
cmake_minimum_required(VERSION 3.22)

function(write_page name)
    execute_process(COMMAND ${ARGN} --help=man OUTPUT_VARIABLE page RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${name}(1): '${ARGN} --help=man' ends with ${status}")
    endif()
    file(WRITE ${FOLDER}/${name}.1 "${page}")
    execute_process(COMMAND ${GZIP} -9nf ${FOLDER}/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
write_page(foldcheck ${PROGRAM})
write_page(foldcheck_app ${APP})
execute_process(COMMAND ${PROGRAM} --help=list OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[a-z]+\t\t" commands "${table}")
foreach(command IN LISTS commands)
    string(STRIP "${command}" command)
    write_page(foldcheck-${command} ${PROGRAM} ${command})
endforeach()
