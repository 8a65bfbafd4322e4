/* SPDX-License-Identifier: MIT */
/* catalogue.h: prints, as TypeScript, the choices offered to players, in every language (tables.c). */
#ifndef BY_GENERATE_CATALOGUE_H
#define BY_GENERATE_CATALOGUE_H

#include "wire/json.h"

/* Prints types, games with their presets, sheets, options, bots, and the sections of the rules. */
void by_catalogue_print(void);

/* Prints each preset's notes on the options that players are not asked about first. */
void by_notes_print(void);

/* Prints the words of the wire protocol: messages, events, refusals, phrases. */
void by_wire_print(void);

/* Returns a string (util/tell.h) in every language. The string's id is formatted from `format` and two words. An
 * unknown id gives an empty string. */
by_json *by_texts_json(const char *format, const char *a, const char *b);

#endif
