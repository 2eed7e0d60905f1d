/* SPDX-License-Identifier: MIT
 * Well-mixed bits. */
#include "data.h"

uint64_t splitmix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

uint64_t data_bits(const struct data *data, uint64_t i)
{
    uint64_t hash = splitmix64(data->seed + i * 0x9e3779b97f4a7c15U);
    switch (data->form) {
    case DATA_UNIT:
        return 0;
    case DATA_SMALL:
        return hash & 15;
    case DATA_ANY:
        return hash;
    case DATA_LITERAL:
        break;
    }
    return i < (uint64_t)data->count ? data->literal[i] : 0;
}
