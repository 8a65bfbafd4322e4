/* SPDX-License-Identifier: MIT */
/* forget.c: see forget.h. */
#include "forget.h"

#include "server/order/kept.h"
#include "server/push/subscriptions.h"
#include "server/tables/invites.h"
#include "server/tournaments/cups.h"

bool by_forget_person(struct by_store *s, const struct by_room_host *host, const struct by_id *person, int keep,
                      struct by_puts *p)
{
    return by_cups_forget(s, host, person, keep, p) && by_results_forget(s, person, p)
        && by_invites_forget(s, person, p) && by_order_forget(s, person, p) && by_subscriptions_forget(s, person, p);
}
