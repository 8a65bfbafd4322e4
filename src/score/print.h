/* SPDX-License-Identifier: MIT */
/* print.h: the score sheet on paper, drawn by the helper program boneyard-print (pdf.c). */
#ifndef BY_SCORE_PRINT_H
#define BY_SCORE_PRINT_H

#include "score.h"

/* Prints the sheet on A4. Returns false with errno set, or 0 in errno if the error was printed. */
bool by_score_pdf(const struct by_score *s, const char *path);

#endif
