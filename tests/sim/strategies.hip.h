/* SPDX-License-Identifier: MIT
 * Stands in for the generated file of this name when the litmus table's backend is built. */
#include "litmus.hip.h"
