/* boneyard/error.h: what a call answers when it cannot do what was asked.
 *
 * Every call that can fail returns a by_err; BY_OK is 0.  The list is errors.def beside it and
 * nothing else.  A failed call has changed nothing: it checks first and commits afterwards.
 *
 * Calls that read what a person or another program wrote also take a `struct by_fault *`, which
 * may be NULL.  On failure it holds one sentence that names the thing and what is allowed, ready
 * to be shown; on success it is untouched.  Wrong input is an error value.  A wrong program (an
 * index that no input can produce) is BY_ASSERT, on in every build.
 */
#ifndef BONEYARD_ERROR_H
#define BONEYARD_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

#define BY_FAULT_TEXT 400               /* bytes of a sentence, with its final 0 */

typedef enum by_err {
#define BY_ERROR(name, key, sentence) BY_E_##name,
#include "boneyard/errors.def"
#undef BY_ERROR
    BY_ERRORS
} by_err;

#define BY_OK BY_E_OK

struct by_fault {
    by_err err;
    int line;                           /* 1.. in a file or stream, 0 where there are no lines */
    char text[BY_FAULT_TEXT];           /* UTF-8, ends with 0 */
    int language;                       /* enum by_language (text.h): of the text; by_config_parse* sets it */
};

/* The protocol's word for an error ("illegal-move"), and a general sentence.  Never NULL. */
const char *by_err_key(by_err err);
const char *by_err_sentence(by_err err);

/* Ends the program with a line on what was wrong.  The core has no library to call, so it traps. */
#define BY_ASSERT(what) do { if (!(what)) __builtin_trap(); } while (0)

#ifdef __cplusplus
}
#endif

#endif
