/* SPDX-License-Identifier: MIT */
/* line.c: draws the joints made by wild blanks (L-08); line games have no other decoration. */
#include "svg/svg.h"

void by_svg_reach_line(struct by_drawing *d) { (void)d; }
void by_svg_below_line(struct by_drawing *d) { (void)d; }
void by_svg_above_line(struct by_drawing *d) { by_svg_put_joints(d); }
