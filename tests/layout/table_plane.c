/* SPDX-License-Identifier: MIT */
/* table_plane.c: tiles on the plane, implemented independently of src/layout/plane.c. */
#include "table.h"

#include <math.h>

/* Returns whether d < a + b * sqrt 2, for b >= 0. */
static bool below(int64_t d, int64_t a, int64_t b)
{
    int64_t rest = d - a;

    return rest < 0 || rest * rest < 2 * b * b;
}

/* Computes how far a tile reaches along the axis at `axis` eighths, as a + b * sqrt 2. Along a slanting axis, lengths
 * are multiplied by sqrt 2. */
static void extent(const struct by_spot *s, int axis, int64_t *a, int64_t *b)
{
    int angle = (s->turn + 8 - axis) % 4;

    if (angle % 2 == 1) { /* at 45 degrees to the tile, both length and width count */
        if (axis % 2 == 1)
            *a += BY_HALF + BY_HALF / 2;
        else
            *b += (BY_HALF + BY_HALF / 2) / 2;
    } else {
        int64_t reach = angle == 0 ? BY_HALF : BY_HALF / 2;

        if (axis % 2 == 1)
            *b += reach;
        else
            *a += reach;
    }
}

bool exact_overlap(const struct by_spot *s, const struct by_spot *t)
{
    static const int dx[4] = { 1, 1, 0, -1 }, dy[4] = { 0, 1, 1, 1 };

    for (int axis = 0; axis < 4; axis++) {
        int64_t a = 0, b = 0, d = ((int64_t)t->x - s->x) * dx[axis] + ((int64_t)t->y - s->y) * dy[axis];

        extent(s, axis, &a, &b);
        extent(t, axis, &a, &b);
        if (!below(d < 0 ? -d : d, a, b))
            return false;
    }
    return true;
}

/* ---- Touching ------------------------------------------------------------------------------- */

struct point {
    double x, y;
};

static struct point unit(int turn)
{
    double angle = (turn & 7) * 0.785398163397448309616;

    return (struct point){ cos(angle), sin(angle) };
}

static struct point from(const struct by_spot *s, double along, double across)
{
    struct point d = unit(s->turn), r = unit(s->turn + 2);

    return (struct point){ s->x + along * d.x + across * r.x, s->y + along * d.y + across * r.y };
}

static double distance(struct point a, struct point b) { return hypot(a.x - b.x, a.y - b.y); }

static void corners(const struct by_spot *s, int half, struct point out[4])
{
    double begin = half == 1 ? 0 : -BY_HALF, end = half == 0 ? 0 : BY_HALF;

    out[0] = from(s, begin, -BY_HALF / 2.0);
    out[1] = from(s, end, -BY_HALF / 2.0);
    out[2] = from(s, end, BY_HALF / 2.0);
    out[3] = from(s, begin, BY_HALF / 2.0);
}

static double to_edge(struct point p, struct point a, struct point b)
{
    double t = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y))
        / ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));

    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return distance(p, (struct point){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) });
}

/* For tiles that do not overlap, returns the distance from a corner of one to an edge of the other. */
double half_distance(const struct by_spot *s, int half_s, const struct by_spot *t, int half_t)
{
    struct point a[4], b[4];
    double least = 1e9;

    corners(s, half_s, a);
    corners(t, half_t, b);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            least = fmin(least, to_edge(a[i], b[k], b[(k + 1) % 4]));
            least = fmin(least, to_edge(b[i], a[k], a[(k + 1) % 4]));
        }
    return least;
}

/* The middle of a side, and the direction it faces. */
struct side {
    struct point at;
    int faces;
};

/* The three outer sides of a half, its end first. */
static int half_sides(const struct by_spot *s, int half, struct side out[3])
{
    double to = half == 0 ? -1 : 1;

    out[0] = (struct side){ from(s, to * BY_HALF, 0), (s->turn + (half == 0 ? 4 : 0)) & 7 };
    out[1] = (struct side){ from(s, to * BY_HALF / 2, BY_HALF / 2.0), (s->turn + 2) & 7 };
    out[2] = (struct side){ from(s, to * BY_HALF / 2, -BY_HALF / 2.0), (s->turn + 6) & 7 };
    return 3;
}

/* The middles of a double's long sides. */
static int long_sides(const struct by_spot *s, struct side out[2])
{
    out[0] = (struct side){ from(s, 0, BY_HALF / 2.0), (s->turn + 2) & 7 };
    out[1] = (struct side){ from(s, 0, -BY_HALF / 2.0), (s->turn + 6) & 7 };
    return 2;
}

/* Lists the sides that a tile may leave: those of the half, or the long sides and ends of a double. */
static int left_sides(const struct by_spot *on, bool on_twin, int half, struct side out[6])
{
    struct side ends[3];

    if (!on_twin)
        return half_sides(on, half, out);
    long_sides(on, out);
    for (int i = 0; i < 2; i++) {
        half_sides(on, i, ends);
        out[2 + i] = ends[0];
    }
    return 4;
}

/* Lists the sides with which a tile can touch: a long one for a double; otherwise the short one of its first half and,
 * where a line turns, also the half's long ones. */
static int laid_sides(const struct by_spot *s, bool twin, struct side out[3])
{
    if (twin)
        return long_sides(s, out);
    return half_sides(s, 0, out);
}

static bool meet(const struct by_spot *s, bool twin, const struct by_spot *on, bool on_twin, int half)
{
    struct side a[3], b[6];
    int n = laid_sides(s, twin, a), m = left_sides(on, on_twin, half, b);

    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (distance(a[i].at, b[k].at) <= BY_GAP && ((a[i].faces + 4) & 7) == b[k].faces)
                return true;
    return false;
}

/* Chickenfoot: if space is short, a double lies across, with one of its halves at the end of the line. */
static bool meet_beside(const struct by_spot *s, const struct by_spot *on, int half)
{
    struct side a[3], b[3];

    half_sides(on, half, b);
    for (int i = 0; i < 2; i++) {
        half_sides(s, i, a);
        for (int k = 1; k < 3; k++)
            if (distance(a[k].at, b[0].at) <= BY_GAP && ((a[k].faces + 4) & 7) == b[0].faces)
                return true;
    }
    return false;
}

/* Chickenfoot: a toe leaves a corner of its double with the middle of its short side. */
static bool meet_corner(const struct by_spot *s, const struct by_spot *on)
{
    struct side a[3];

    half_sides(s, 0, a);
    for (int k = 0; k < 4; k++)
        if (distance(a[0].at, from(on, k < 2 ? BY_HALF : -BY_HALF, (k % 2 - 0.5) * BY_HALF)) <= BY_GAP)
            return true;
    return false;
}

/* Chickenfoot: at 45 degrees, the halves touch somewhere, the first half points away, and a double lies across. */
static bool meet_slanting(const struct by_spot *s, bool twin, const struct by_spot *on, bool on_twin, int half)
{
    struct point there = from(on, half == 1 ? BY_HALF / 2.0 : half == 0 ? -BY_HALF / 2.0 : 0, 0), u = unit(s->turn);
    struct point first = from(s, -BY_HALF / 2.0, 0), second = from(s, BY_HALF / 2.0, 0), middle = from(s, 0, 0);
    double far = distance(middle, there);

    if ((s->turn - on->turn) % 2 == 0)
        return false;
    if (twin) /* less than 50 degrees off the crosswise */
        return fabs((middle.x - there.x) * u.x + (middle.y - there.y) * u.y) <= 0.766 * far;
    return distance(first, there) + BY_HALF / 4.0 <= distance(second, there)
        && distance(first, there) <= (on_twin ? 2 : 1.5) * BY_HALF;
}

bool touches(int family, const struct by_spot *s, bool twin, const struct by_spot *on, bool on_twin, int half)
{
    if (half_distance(s, twin ? -1 : 0, on, on_twin ? -1 : half) > BY_GAP)
        return false;
    if (meet(s, twin, on, on_twin, half))
        return true;
    if (family != BY_FEET)
        return false;
    return (!twin && on_twin && meet_corner(s, on)) || (twin && !on_twin && meet_beside(s, on, half))
        || meet_slanting(s, twin, on, on_twin, half);
}

bool leaves_at(const struct by_spot *s, bool twin, int32_t x, int32_t y)
{
    struct side a[3];
    int n = laid_sides(s, twin, a);

    for (int i = 0; i < n; i++)
        if (distance(a[i].at, (struct point){ x, y }) <= BY_GAP)
            return true;
    return false;
}
