/* SPDX-License-Identifier: MIT */
/* verify.h: recomputes the shuffles of a record (written.h). */
#ifndef BY_FAIR_VERIFY_H
#define BY_FAIR_VERIFY_H

#include "written.h"

/* Returns whether a record read by by_record_read contains fair-shuffle fields. */
bool by_fair_written(const by_json *record);

/* Recomputes every round of a record and calls `reader` (may be NULL) for each round that passes. If a round fails,
 * returns BY_E_RECORD and a fault that names the line. */
by_err by_fair_verify(const struct by_record *t, by_fair_reader *reader, void *context, struct by_fault *f);

#endif
