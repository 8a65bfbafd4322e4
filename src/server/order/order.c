/* SPDX-License-Identifier: MIT */
/* order.c: see order.h. */
#include "order.h"

#include "blocks.h"
#include "case.h"
#include "moderate.h"
#include "reports.h"

bool by_order_ask(struct by_caller *c, const struct by_asked_for *what)
{
    switch (what->id) {
    case BY_ASK_mute:
    case BY_ASK_block:
    case BY_ASK_people: by_blocks_ask(c, what); return true;
    case BY_ASK_report:
    case BY_ASK_reports: by_reports_ask(c, what); return true;
    case BY_ASK_case: by_case_ask(c, what); return true;
    case BY_ASK_act:
    case BY_ASK_audit:
    case BY_ASK_noted: by_moderate_ask(c, what); return true;
    default: return false;
    }
}
