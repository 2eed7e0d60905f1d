/* SPDX-License-Identifier: MIT
 * zlib_crc FILE: the CRC-32 of a file, by zlib itself, in decimal. */
#include <stdio.h>
#include <zlib.h>

int main(int argc, char **argv)
{
    unsigned char bytes[65536];
    uLong crc = crc32(0, Z_NULL, 0);
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "zlib_crc: expected one file that can be read\n");
        return 2;
    }
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, file)) > 0;)
        crc = crc32(crc, bytes, (uInt)got);
    if (ferror(file)) return 2;
    printf("%lu\n", crc);
    return fclose(file) ? 2 : 0;
}
