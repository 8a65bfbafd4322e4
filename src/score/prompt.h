/* SPDX-License-Identifier: MIT */
/* prompt.h: reads lines typed at a terminal, with editing and history if the build includes libedit. */
#ifndef BY_SCORE_PROMPT_H
#define BY_SCORE_PROMPT_H

#include "util/lines.h"

struct by_prompt;

/* Returns an editor for this process's terminal, or NULL if none is available. */
struct by_prompt *by_prompt_new(void);
void by_prompt_free(struct by_prompt *p);

/* Prints the prompt followed by "> " (nothing if the prompt is ""), and reads the next line into `in`. If p is NULL,
 * lines cannot be edited. */
enum by_line by_prompt_next(struct by_prompt *p, struct by_lines *in, const char *prompt);

#endif
