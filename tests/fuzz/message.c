/* SPDX-License-Identifier: MIT */
/* message.c: fuzz target: messages from people.  Any input is refused with a sentence, or is one message whose
 * fields are as messages.def defines them. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "wire/messages.h"

static void check(int truth)
{
    if (!truth)
        abort();
}

/* Checks that a text is not too long and a number is in its range; a field not sent has a default that may be
 * outside. */
static void field(const struct by_asked_for *what)
{
    check(what->seat >= -1 && what->seat <= 15 && what->from >= 0 && what->deal >= 0 && what->seen >= 0);
    check(what->grace >= 0 && what->grace <= 3600 && what->seats_n >= 0 && what->seats_n <= BY_SEATS);
    check(strlen(what->rules) < sizeof what->rules && strlen(what->name) < sizeof what->name);
    check(strlen(what->password) < sizeof what->password && strlen(what->phrase) < sizeof what->phrase);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_asked_for what;
    struct by_fault f = { 0 };
    struct by_out reply;
    by_json *said;
    enum by_refusal why = by_message_read((const char *)data, size, &what, &f);

    if (why != BY_NOT_REFUSED) {
        check(f.text[0] != '\0' && strlen(what.key) <= 32);
        reply = by_reply_refused(what.key, why, &f, true);
        by_out(&reply, "}");
        said = by_json_read(reply.at, reply.n, NULL);
        check(by_json_text(by_json_get(said, "error")) != NULL);
        by_json_free(said);
        free(reply.at);
        return 0;
    }
    check(what.id >= 0 && what.id < BY_ASKS && (what.key[0] != '\0' || what.id == BY_ASK_ping));
    field(&what);
    return 0;
}
