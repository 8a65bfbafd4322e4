/* SPDX-License-Identifier: MIT */
/* model.h: declares the functions that each family's model provides (boneyard/model.h). */
#ifndef BY_MODEL_MODEL_H
#define BY_MODEL_MODEL_H

#include "boneyard/model.h"

struct by_model_family {
    const char *rules; /* the file in src/rules/games/ whose games the model covers */
    void (*of)(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_model *out);
    int (*moves)(const struct by_model *m, by_move out[]);
    void (*play)(struct by_model *m, by_move move);
    by_move (*class_of)(const struct by_model *m, by_move move);
    int (*turn)(const struct by_model *m);
    bool (*over)(const struct by_model *m);
    int (*points)(const struct by_model *m, int seat);
    void (*begin)(const struct by_config *rules, struct by_model *out);
    void (*redeal)(struct by_model *m, int lead, struct by_rng *rng);
    by_move (*random)(struct by_model *m, struct by_rng *rng);
    void (*run)(struct by_model *m, struct by_rng *rng);
};

extern const struct by_model_family *const by_model_families[BY_FAMILIES]; /* in the order of families.def */

#endif
