/* SPDX-License-Identifier: MIT */
/* records.c: fuzz target: record files.  An accepted record is written and read again, and ends in
 * the same state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "wire/record.h"

static void write_and_read(const struct by_record *t)
{
    size_t n = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &n), *in;
    struct by_record *again;

    for (size_t i = 0; i < by_json_count(t->lines); i++) {
        char *line = by_json_line(by_json_at(t->lines, i));

        fprintf(out, "%s\n", line);
        free(line);
    }
    fclose(out);
    in = fmemopen(text, n, "r");
    again = by_record_read(in, NULL, NULL, NULL);
    fclose(in);
    if (again == NULL || memcmp(&again->table.state, &t->table.state, sizeof t->table.state) != 0)
        abort();
    by_record_free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_fault f = { .err = BY_OK };
    struct by_record *t;
    FILE *in;

    if (size == 0)
        return 0;
    in = fmemopen((void *)(uintptr_t)data, size, "r");
    t = by_record_read(in, NULL, NULL, &f);
    fclose(in);
    if (t != NULL)
        write_and_read(t);
    else if (f.text[0] == '\0')
        abort();
    by_record_free(t);
    return 0;
}
