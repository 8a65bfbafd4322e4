/* record.h: records read back, checked event by event (protocol.md; docs/protocol.md).
 *
 * Reading plays the record again from the deals and the moves alone; what else stands in it has to
 * be exactly what follows from them.  A record that is wrong anywhere gives nothing at all.
 */
#ifndef BY_WIRE_RECORD_H
#define BY_WIRE_RECORD_H

#include <stdio.h>

#include "table.h"

/* Told about each deal and move as it is read: the table as it then is, the referee's view of it, and
 * the events.  What follows in the file may still turn out wrong. */
typedef void by_record_reader(void *context, const struct by_table *t, const struct by_view *v,
                              const struct by_events *ev);

/* Reads a whole record.  Yours: by_table_free.  NULL and a fault with the line otherwise. `reader`
 * may be NULL. */
struct by_table *by_record_read(FILE *in, by_record_reader *reader, void *context, struct by_fault *f);

#endif
