/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libstdc++ and expat take from glibc since 2.36, for machines with an older one. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void* buffer, size_t bytes)
{
    char* next = buffer;
    while (bytes > 0) {
        const ssize_t got = getrandom(next, bytes, 0);
        if (got < 0 && errno != EINTR)
            abort();
        if (got > 0) {
            next += got;
            bytes -= (size_t)got;
        }
    }
}

uint32_t arc4random(void)
{
    uint32_t value;
    arc4random_buf(&value, sizeof value);
    return value;
}
