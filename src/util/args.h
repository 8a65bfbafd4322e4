/* SPDX-License-Identifier: MIT */
/* args.h: command-line arguments. A command's options are one table that drives parsing, errors and --help. */
#ifndef BY_UTIL_ARGS_H
#define BY_UTIL_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct by_arg {
    const char *name;  /* "--seed" */
    const char *value; /* "HEX" in the help; NULL: the option takes no value */
    const char *about; /* one sentence: its id (tell.h), or the sentence where there is none */
    size_t at;         /* offsetof the const char * in the command's struct that gets the value, or the name */
};

/* The offset of an option that may be repeated: of `n` pointers, one for each value. */
#define BY_ARG_LIST(at, n) ((at) | (size_t)(n) << 24)

struct by_command {
    const char *usage;         /* "boneyard check FILE..." */
    const char *about;         /* a few lines, like an option's */
    const struct by_arg *args; /* ends with an entry whose name is NULL */
};

/* Removes the options from argv[1..] and leaves the other words in argv[1..*argc). "--" ends the options. Returns -1 to
 * continue, or an exit status: 0 after --help, 2 after an invalid option. `options` is the command's
 * struct, all NULL; NULL if the command has no options. */
int by_args_read(const struct by_command *c, int *argc, char **argv, void *options);

/* As argv[1]: by_args_read prints what may follow the word argv[2], for `boneyard complete`. */
#define BY_ARGS_COMPLETE "--complete"

/* Joins the words argv[1..argc) with blanks into a rule string. Returns false if they do not fit. */
bool by_args_words(int argc, char **argv, char *out, size_t size);

/* Parses a whole number from lo to hi. Otherwise returns false and prints a sentence on standard error. */
bool by_args_number(const char *name, const char *text, long lo, long hi, long *out);

#endif
