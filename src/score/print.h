/* SPDX-License-Identifier: MIT */
/* print.h: prints the score sheet on paper, using the helper program boneyard-print (pdf.c). */
#ifndef BY_SCORE_PRINT_H
#define BY_SCORE_PRINT_H

#include "score.h"

/* Prints the sheet on A4. Returns false with errno set, or with errno 0 if an error message has been printed. */
bool by_score_pdf(const struct by_score *s, const char *path);

#endif
