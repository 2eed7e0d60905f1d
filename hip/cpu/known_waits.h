/* SPDX-License-Identifier: MIT
 * What a function under ThreadSanitizer may wait by, asked behind its source: ThreadSanitizer knows of the waits of what is built
 * with it, and of pthread's. Run-time libraries of OpenMP (without LLVM's Archer) and oneTBB hand work from thread to thread
 * by waits of their own, so that it reports races that are none. */
#ifdef FOLDCHECK_THREAD_SANITIZER
#ifdef _OPENMP
#error                                                                                                       \
    "THREAD_SANITIZER takes no OpenMP: its run-time library is not built with ThreadSanitizer, which would report races that are none"
#endif
#ifdef TBB_INTERFACE_VERSION
#error                                                                                                       \
    "THREAD_SANITIZER takes no oneTBB: its library is not built with ThreadSanitizer, which would report races that are none"
#endif
#endif
