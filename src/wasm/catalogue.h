/* catalogue.h: what people choose from, in both languages, as TypeScript (tables.c). */
#ifndef BY_CATALOGUE_H
#define BY_CATALOGUE_H

/* Prints types, games with their presets, sheets, options, bots and the sections of the rule book. */
void by_catalogue_print(void);

/* Prints the words of the wire: messages, events, refusals, phrases. */
void by_wire_print(void);

#endif
