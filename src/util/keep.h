/* keep.h: files in which a program keeps what people would not like to lose. */
#ifndef BY_UTIL_KEEP_H
#define BY_UTIL_KEEP_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a file of this name in $XDG_STATE_HOME/boneyard, or in ~/.local/state/boneyard, with its folders
 * made; false: there is neither, or the path is too long. */
bool by_keep_place(const char *name, char *path, size_t size);

/* Writes a whole file beside its place and moves it there, so that after a crash or on a full disk it is the old
 * one or the new one; what is no ordinary file (a pipe, /dev/stdout) is written to.  False: errno says why. */
bool by_keep_write(const char *path, const char *bytes, size_t n);

#endif
