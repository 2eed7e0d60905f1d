# SPDX-License-Identifier: MIT
# The tests of the host's processors as a device: the laws of operators on a device, and every claim about functions of one
# thread.
set(of_operators "")
foreach(property IN LISTS properties)
    if(properties_${property} MATCHES ", OPERATOR, DEVICE,")
        list(APPEND of_operators ${property})
    endif()
endforeach()
list(JOIN of_operators "," of_operators)
add_case(laws_hold.operators cpu foldcheck check --jobs 1 --device cpu --property ${of_operators} --seconds 1 ${seed})
add_case(every_claim_holds.sequential cpu foldcheck check --jobs 1 --device cpu --strategy *_sequential --seconds 1 ${seed})
