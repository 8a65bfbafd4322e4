/* SPDX-License-Identifier: MIT */
/* catalogue.h: what people choose from, in every language, as TypeScript (tables.c). */
#ifndef BY_GENERATE_CATALOGUE_H
#define BY_GENERATE_CATALOGUE_H

#include "wire/json.h"

/* Prints types, games with their presets, sheets, options, bots and the sections of the rule book. */
void by_catalogue_print(void);

/* Prints the words of the wire protocol: messages, events, refusals, phrases. */
void by_wire_print(void);

/* Prints a text (util/tell.h) in every language under an id printed from a format with two words. An id without a text
 * is printed as empty. */
by_json *by_texts_json(const char *format, const char *a, const char *b);

#endif
