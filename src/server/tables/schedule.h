/* SPDX-License-Identifier: MIT */
/* schedule.h: schedules the next step of each table. */
#ifndef BY_SERVER_TABLES_SCHEDULE_H
#define BY_SERVER_TABLES_SCHEDULE_H

#include "inside.h"

void by_schedule_start(struct by_hub *h);
void by_schedule_set(struct live_table *t, int64_t when);
void by_schedule_drop(struct live_table *t);

#endif
