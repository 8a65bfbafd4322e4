/* SPDX-License-Identifier: MIT */
/* endpoints.c: tests the addresses of push services that a device may give. */
#include "server/push/endpoint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void allows_public_names(void **state)
{
    static const char *const fine[] = {
        "https://fcm.googleapis.com/fcm/send/abc:APA91b-x_y",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGx",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b",
        "https://push.example.com:443/x",
        "https://1.2.3.4.example.com/x",
        "https://xn--bcher-kva.example.com/x",
    };

    (void)state;
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
        if (!by_endpoint_allowed(fine[i]))
            fail_msg("refused: %s", fine[i]);
}

static void refuses_others(void **state)
{
    static const char *const wrong[] = {
        "",
        "https://",
        "https:///x",
        "http://push.example.com/x",
        "HTTPS://push.example.com/x",
        "https://push.example.com",
        "https://push.example.com?x",
        "https://push.example.com:80/x",
        "https://push.example.com:4430/x",
        "https://user@push.example.com/x",
        "https://user:443/x@push.example.com/",
        "https://push.example.com/x#y",
        "https://push.example.com/a b",
        "https://push.example.com/\"",
        "https://push.example.com/\\",
        "https://push.example.com/\r\nhost: x",
        "https://push.example.com/\xc3\xa9",
        "https://p\xc3\xbcsh.example.com/",
        "https://push.example.com./x",
        "https://.example.com/x",
        "https://push..example.com/x",
        "https://-push.example.com/x",
        "https://push-.example.com/x",
        "https://push_x.example.com/x",
        "https://push%2eexample.com/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://0x7f.0.0.0x1/x",
        "https://017700000001/x",
        "https://example.127/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://localhost/x",
        "https://push.localhost/x",
        "https://push.LOCAL/x",
        "https://db.internal/x",
        "https://1.0.0.127.in-addr.arpa/x",
        "https://router.home.arpa/x",
        "https://nas.lan/x",
        "https://push.test/x",
    };
    char label[300] = "https://";

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (by_endpoint_allowed(wrong[i]))
            fail_msg("allowed: %s", wrong[i]);
    memset(label + 8, 'a', 64);
    strcpy(label + 72, ".com/");
    assert_false(by_endpoint_allowed(label));
    memmove(label + 71, label + 72, 6);
    assert_true(by_endpoint_allowed(label));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(allows_public_names), cmocka_unit_test(refuses_others) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
