/* SPDX-License-Identifier: MIT */
/* print.h: prints the score sheet on paper, using the helper program boneyard-print (pdf.c). */
#ifndef BY_SCORE_PRINT_H
#define BY_SCORE_PRINT_H

#include "score.h"

/* Prints the text of a score or a tournament on A4. Reports errors as by_score_pdf does. */
bool by_print_pdf(const char *text, const char *path);

/* Prints the sheet on A4. Returns false with errno set, or with errno 0 if an error message has been printed. */
bool by_score_pdf(const struct by_score *s, const char *path);

#endif
