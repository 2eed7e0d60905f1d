# SPDX-License-Identifier: MIT
# The host's processors as a device: functions of one thread as its backend.
generate_functions(units cpu sequential)
set_source_files_properties(${units} PROPERTIES LANGUAGE CXX)
add_backend(cpu ${PROJECT_SOURCE_DIR}/hip/cpu/backend.c ${units})
target_compile_definitions(foldcheck_cpu PRIVATE FOLDCHECK_ON_CPU)
target_compile_options(foldcheck_cpu PRIVATE ${warnings})
