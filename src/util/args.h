/* SPDX-License-Identifier: MIT */
/* args.h: parses command-line arguments. One table of a command's options drives parsing, errors and --help. */
#ifndef BY_UTIL_ARGS_H
#define BY_UTIL_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct by_arg {
    const char *name;  /* "--seed" */
    const char *value; /* placeholder in the help, such as "HEX"; NULL if the option takes no value */
    const char *about; /* the id of a sentence (tell.h), or the sentence itself if it has no id */
    size_t at;         /* offset, in the command's struct, of the const char * that receives the value or the name */
};

/* `at` for an option that may be given `n` times: the offset of an array of `n` pointers, one for each value. Further
 * values are refused. For other options, the last value wins. */
#define BY_ARG_LIST(at, n) ((at) | (size_t)(n) << 24)

struct by_command {
    const char *usage;         /* "boneyard check FILE..." */
    const char *about;         /* a few lines: an id or the text itself, like an option's `about` */
    const struct by_arg *args; /* ends with an entry whose name is NULL */
};

/* Removes the options from argv[1..] and leaves the other words in argv[1..*argc). "--" ends the options. Returns -1 to
 * continue, or an exit status: 0 after --help, 2 after an invalid option. `options` is the command's struct, with all
 * members NULL; pass NULL if the command has no options. */
int by_args_read(const struct by_command *c, int *argc, char **argv, void *options);

/* If this is argv[1], by_args_read prints the words that may follow argv[2], for `boneyard complete`. */
#define BY_ARGS_COMPLETE "--complete"

/* Joins the words argv[1..argc) with spaces into a rule string. Returns false if they do not fit. */
bool by_args_words(int argc, char **argv, char *out, size_t size);

/* Parses a whole number from lo to hi. Returns false and prints an error for any other text. */
bool by_args_number(const char *name, const char *text, long lo, long hi, long *out);

#endif
