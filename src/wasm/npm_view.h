/* SPDX-License-Identifier: MIT */
/* npm_view.h: writes a view as JSON, for the npm package. */
#ifndef BY_WASM_NPM_VIEW_H
#define BY_WASM_NPM_VIEW_H

#include "boneyard/text.h"
#include "boneyard/view.h"

/* Appends the view as one JSON object; npm/boneyard.d.ts describes its members. */
void by_npm_view_put(struct by_text *t, const struct by_view *v);

#endif
