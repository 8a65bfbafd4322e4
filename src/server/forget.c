/* forget.c: tables that have been over for longer than they are kept. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "house.h"
#include "log.h"

enum { AT_ONCE = 256 };                 /* tables in one go; the rest comes with the next */

struct old { int64_t before; struct by_id all[AT_ONCE]; int n; };

static bool note_old(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    static const char done[] = "{\"status\":\"done\",\"over\":";
    struct old *o = data;
    char number[24] = "";
    size_t begins = sizeof done - 1;

    if (key.n != sizeof o->all->bytes || value.n < begins + sizeof number || memcmp(value.at, done, begins) != 0)
        return true;
    memcpy(number, (const char *)value.at + begins, sizeof number - 1);
    if (strtoll(number, NULL, 10) < o->before)
        memcpy(o->all[o->n++].bytes, key.at, key.n);
    return o->n < AT_ONCE;
}

void tables_forget(struct by_hub *h)
{
    struct old o = { .before = (int64_t)time(NULL) - (int64_t)h->setup.settings->retention_days * 86400 };
    int forgotten = 0;

    by_store_each(h->setup.store, "table", note_old, &o);
    for (int i = 0; i < o.n; i++) {
        struct by_bytes_of key = { o.all[i].bytes, sizeof o.all[i].bytes };
        struct by_put_of put = { "table", key, { 0 } };
        char why[1024];

        if (table_known(h, &o.all[i]) != NULL || by_store_get(h->setup.store, "aside", key, why, sizeof why) != -1)
            continue;                   /* somebody looks at it; what is set aside is never deleted */
        by_store_write(h->setup.store, &(struct by_batch){ .table = o.all[i], .puts = &put, .puts_n = 1, .drop = true },
                       NULL, NULL);
        forgotten++;
    }
    if (forgotten > 0)
        by_log(BY_LOG_INFO, "tables-deleted", BY_LOG_FIELDS(BY_LOG_NUMBER("tables", forgotten)));
}
