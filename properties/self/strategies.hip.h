/* SPDX-License-Identifier: MIT
 * Stands in for the generated file of this name when the planted bugs' backend is built. */
#include "planted.hip.h"
