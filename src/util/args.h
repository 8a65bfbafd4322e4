/* args.h: the words of a command line.  A command's options are one table: it drives parsing,
 * errors and --help. */
#ifndef BY_UTIL_ARGS_H
#define BY_UTIL_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct by_arg {
    const char *name;                   /* "--seed" */
    const char *value;                  /* "HEX" in the help; NULL: takes none */
    const char *about;                  /* one sentence */
    const char **text;                  /* where the value goes, or the name if there is none */
};

struct by_command {
    const char *usage;                  /* "boneyard check FILE..." */
    const char *about;                  /* a few lines */
    const struct by_arg *args;          /* ends with name NULL */
};

/* Takes the options out of argv[1..], leaving the other words in argv[1..*argc).  "--" ends the
 * options.  Returns -1 to go on, or an exit status: 0 after --help, 2 after a wrong option. */
int by_args_read(const struct by_command *c, int *argc, char **argv);

/* The words argv[1..argc) with a blank between them, as a rule string; false: they do not fit. */
bool by_args_words(int argc, char **argv, char *out, size_t size);

/* A whole number from lo to hi; false and a sentence on standard error otherwise. */
bool by_args_number(const char *name, const char *text, long lo, long hi, long *out);

#endif
