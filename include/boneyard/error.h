/* SPDX-License-Identifier: MIT */
/* boneyard/error.h: declares error codes and messages.
 *
 * Every function that can fail returns a by_err.  BY_OK is 0. errors.def lists all errors.  A failed call changes
 * nothing, because functions check everything before they change anything.
 *
 * Functions that parse input from people or other programs also take a `struct by_fault *`, which may be NULL.  On
 * failure it receives one sentence, ready to display, that names the problem and the allowed values; on success it is
 * unchanged.  Bad input results in an error value.  A bug, such as an index that no input can produce, triggers
 * BY_ASSERT, which is active in every build.
 */
#ifndef BONEYARD_ERROR_H
#define BONEYARD_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

#define BY_FAULT_TEXT 400 /* maximum length of a sentence in bytes, including the terminating NUL */

typedef enum by_err {
#define BY_ERROR(name, key, sentence) BY_E_##name,
#include "boneyard/errors.def"
#undef BY_ERROR
    BY_ERRORS
} by_err;

#define BY_OK BY_E_OK

struct by_fault {
    by_err err;
    int line;                 /* line number in a file or stream, starting at 1; 0 if not applicable */
    char text[BY_FAULT_TEXT]; /* UTF-8, NUL-terminated */
    int language;             /* language of the text, an index into by_language_list; set by by_config_parse* */
};

/* Return the protocol's code for an error, such as "illegal-move", and a general sentence about it, respectively.
 * Never NULL. */
const char *by_err_key(by_err err);
const char *by_err_sentence(by_err err);

/* Traps if the condition is false. The core must not call abort. */
#define BY_ASSERT(what) \
    do { \
        if (!(what)) \
            __builtin_trap(); \
    } while (0)

#ifdef __cplusplus
}
#endif

#endif
