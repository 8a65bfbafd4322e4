/* table_plane.c: tiles on the plane, written apart from src/layout/plane.c. */
#include "table.h"

#include <math.h>

/* Is d < a + b * sqrt 2, for b >= 0? */
static bool below(int64_t d, int64_t a, int64_t b)
{
    int64_t rest = d - a;

    return rest < 0 || rest * rest < 2 * b * b;
}

/* How far a tile reaches along the axis at `axis` eighths, as a + b * sqrt 2; along a slanting axis all is
 * measured with its length, sqrt 2. */
static void extent(const struct by_spot *s, int axis, int64_t *a, int64_t *b)
{
    int angle = (s->turn + 8 - axis) % 4;

    if (angle % 2 == 1) {               /* at an eighth to the tile: length and width both reach there */
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

struct point { double x, y; };

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

/* For two that do not overlap: from a corner of one to an edge of the other. */
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

/* The middle of a side and which way it faces. */
struct side { struct point at; int faces; };

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

/* What may be left: the sides of the half, or of a double its long sides and its ends. */
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

/* Which of its sides a tile is laid with: a double a long one; another the short one of its first half, and where
 * a line turns also the long ones of it. */
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

/* Chickenfoot: a toe leaves a corner of its double, and toes bend by eighths: the middle of the side laid lies on the
 * corner, or in front of the end that is left, a quarter of a tile away at most. */
static bool meet_slanting(const struct by_spot *s, bool twin, const struct by_spot *on, bool on_twin, int half)
{
    struct side a[3], b[6];
    int n = twin ? long_sides(s, a) : half_sides(s, 0, a) / 3, m = left_sides(on, on_twin, half, b);

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            if (distance(a[i].at, b[k].at) <= BY_HALF / 2.0 && ((a[i].faces - b[k].faces) & 7) >= 3
                && ((a[i].faces - b[k].faces) & 7) <= 5)
                return true;
        for (int k = 0; on_twin && k < 4; k++)
            if (distance(a[i].at, from(on, k < 2 ? BY_HALF : -BY_HALF, k % 2 == 0 ? BY_HALF / 2.0 : -BY_HALF / 2.0))
                <= BY_GAP)
                return true;
        for (int k = 1; !on_twin && k < 3; k++) {       /* a bend backwards leaves the corner of the end */
            struct point corner = from(on, half == 0 ? -BY_HALF : BY_HALF, k == 1 ? BY_HALF / 2.0 : -BY_HALF / 2.0);

            if (distance(a[i].at, corner) <= BY_GAP && s->turn % 2 != on->turn % 2)
                return true;
        }
    }
    return false;
}

bool touches(int family, const struct by_spot *s, bool twin, const struct by_spot *on, bool on_twin, int half)
{
    if (half_distance(s, twin ? -1 : 0, on, on_twin ? -1 : half) > BY_GAP)
        return false;
    return meet(s, twin, on, on_twin, half) || (family == BY_FEET && meet_slanting(s, twin, on, on_twin, half));
}

bool leaves_at(const struct by_spot *s, bool twin, int32_t x, int32_t y)
{
    struct side a[3];
    int n = laid_sides(s, twin, a);

    for (int i = 0; i < n; i++)
        if (distance(a[i].at, (struct point){ x, y }) <= BY_HALF / 2.0)
            return true;
    return false;
}
