/* SPDX-License-Identifier: MIT */
/* plane.c: compares tiles on the plane (src/layout/plane.h) with polygon clipping in floating point, and does the same
 * for the exact checker of the property suite (table_plane.c). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "layout/plane.h"
#include "table.h"

struct point {
    double x, y;
};

static void corners_of(const struct by_spot *s, struct point out[4])
{
    static const int along[4] = { -1, 1, 1, -1 }, across[4] = { -1, -1, 1, 1 };
    double a = s->turn * atan(1), c = cos(a), n = sin(a);

    for (int i = 0; i < 4; i++) {
        double u = along[i] * BY_HALF, w = across[i] * BY_HALF / 2.0;

        out[i] = (struct point){ s->x + u * c - w * n, s->y + u * n + w * c };
    }
}

static double beside(struct point p, struct point a, struct point b)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Sutherland and Hodgman, "Reentrant polygon clipping", 1974: the part of `in` on the inner side of a-b. */
static int cut(const struct point *in, int n, struct point a, struct point b, struct point *out)
{
    int m = 0;

    for (int i = 0; i < n; i++) {
        struct point p = in[i], q = in[(i + 1) % n];
        double u = beside(p, a, b), w = beside(q, a, b);

        if (u >= 0)
            out[m++] = p;
        if ((u > 0 && w < 0) || (u < 0 && w > 0))
            out[m++] = (struct point){ p.x + (q.x - p.x) * u / (u - w), p.y + (q.y - p.y) * u / (u - w) };
    }
    return m;
}

static double shared_area(const struct by_spot *s, const struct by_spot *t)
{
    struct point a[16], b[4], c[16];
    double area = 0;
    int n = 4;

    corners_of(s, a);
    corners_of(t, b);
    for (int i = 0; i < 4; i++) {
        n = cut(a, n, b[i], b[(i + 1) % 4], c);
        memcpy(a, c, sizeof a);
    }
    for (int i = 0; i < n; i++)
        area += a[i].x * a[(i + 1) % n].y - a[(i + 1) % n].x * a[i].y;
    return area / 2;
}

/* Tests every relevant distance and every pair of turns.  The least area that two tiles can share is above 1e-7. */
static void overlap_is_exact(void **state)
{
    int share = 0, apart = 0;

    (void)state;
    for (int turns = 0; turns < 64; turns++)
        for (int x = -56; x <= 56; x++)
            for (int y = -56; y <= 56; y++) {
                struct by_spot a = { .x = 1000, .y = -500, .turn = (uint8_t)(turns / 8) };
                struct by_spot b = { .x = 1000 + x, .y = -500 + y, .turn = (uint8_t)(turns % 8) };
                bool truly = shared_area(&a, &b) > 1e-8;

                if (by_spot_overlaps(&a, &b) != truly || exact_overlap(&a, &b) != truly)
                    fail_msg("turns %d and %d, %d,%d apart: shared %.9f, plane.c %d, exact_overlap %d", a.turn, b.turn,
                             x, y, shared_area(&a, &b), by_spot_overlaps(&a, &b), exact_overlap(&a, &b));
                share += truly;
                apart += !truly;
            }
    assert_true(share > 100000 && apart > 100000);
}

static void far_away(void **state)
{
    struct by_spot a = { .x = -2000000, .turn = 1 }, b = { .x = 2000000, .y = 2000000, .turn = 4 };

    (void)state;
    assert_false(by_spot_overlaps(&a, &b));
    assert_true(by_spot_overlaps(&a, &a));
}

static void corners_and_halves(void **state)
{
    (void)state;
    for (int turn = 0; turn < 8; turn++) {
        struct by_spot s = { .x = 7, .y = -9, .turn = (uint8_t)turn };
        struct point want[4];
        int32_t x[4], y[4], hx[2], hy[2];

        corners_of(&s, want);
        by_spot_corners(&s, x, y);
        for (int i = 0; i < 4; i++) {
            assert_true(fabs(x[i] - want[i].x) <= 1.5 && fabs(y[i] - want[i].y) <= 1.5);
            assert_true(abs(x[i] - 7) <= fabs(want[i].x - 7) + 1e-9 && abs(y[i] + 9) <= fabs(want[i].y + 9) + 1e-9);
        }
        for (int half = 0; half < 2; half++) {
            by_spot_half(&s, half, &hx[half], &hy[half]);
            assert_true(fabs(hx[half] - (want[half].x + want[3 - half].x + 14) / 4) <= 1);
            assert_true(fabs(hy[half] - (want[half].y + want[3 - half].y - 18) / 4) <= 1);
        }
    }
}

static void reach_of_a_tile(void **state)
{
    struct by_layout l = { .left = 0 };
    struct by_spot s = { .x = 100, .y = -50, .turn = 2 };

    (void)state;
    by_layout_reach(&l, &s);
    assert_int_equal(l.left, 0);
    assert_int_equal(l.right, 112);
    assert_int_equal(l.top, -74);
    assert_int_equal(l.bottom, 0);
}

/* The suite's own check of touching: the sides of the right halves are within two units. */
static void touching_is_told(void **state)
{
    struct by_spot on = { .turn = 0 }, s = { .x = 48, .turn = 0 }, twin = { .x = 36, .turn = 2 };

    (void)state;
    assert_true(touches(BY_LINE, &s, false, &on, false, 1));
    assert_false(touches(BY_LINE, &s, false, &on, false, 0));
    s.x = 50;
    assert_true(touches(BY_LINE, &s, false, &on, false, 1));
    s.x = 51;
    assert_false(touches(BY_LINE, &s, false, &on, false, 1));
    s = (struct by_spot){ .x = 48, .turn = 4 };
    assert_false(touches(BY_LINE, &s, false, &on, false, 1));
    s = (struct by_spot){ .x = 48, .y = 12, .turn = 0 };
    assert_false(touches(BY_LINE, &s, false, &on, false, 1));
    assert_true(touches(BY_LINE, &twin, true, &on, false, 1));
    twin = (struct by_spot){ .x = 48, .turn = 0 };
    assert_false(touches(BY_LINE, &twin, true, &on, false, 1));
    s = (struct by_spot){ .x = 12, .y = 36, .turn = 2 };
    assert_true(touches(BY_LINE, &s, false, &on, false, 1)); /* a bend at the side of the last half */
    s = (struct by_spot){ .x = -12, .y = 36, .turn = 2 };
    assert_false(touches(BY_LINE, &s, false, &on, false, 1));
    s = (struct by_spot){ .x = 41, .y = 29, .turn = 1 };
    assert_true(touches(BY_FEET, &s, false, &on, true, -1)); /* a toe out of a corner */
    assert_false(touches(BY_LINE, &s, false, &on, true, -1));
    s = (struct by_spot){ .x = 44, .y = 32, .turn = 1 };
    assert_false(touches(BY_FEET, &s, false, &on, true, -1));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(overlap_is_exact), cmocka_unit_test(far_away),
                                        cmocka_unit_test(corners_and_halves), cmocka_unit_test(reach_of_a_tile),
                                        cmocka_unit_test(touching_is_told) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
