/* SPDX-License-Identifier: MIT */
/* weights.h: contains the fitted weights of policy.h, written by `fit ismcts-1k-plain 100 1` (bench/fit.c). The rows
 * are in the order of enum by_line_kind. Two rows were instead
 * fitted to `expert` when it still used rows fitted like the others: that of Draw for two, where ismcts-1k-plain is far
 * weaker, by `fit expert 300 501`, and that of the fives for two, by `fit expert 400 1901`. */
static const float weights[BY_LINE_KINDS][BY_FEATURES] = {
    { 3.361f, 1.086f, -0.000f, 2.092f, 0.000f, 0.000f, -0.093f, 0.000f, -0.723f, 1.002f, -1.962f, 0.000f, 0.000f,
      0.000f, 0.558f, -0.627f, 1.541f },
    { 2.245f, 1.749f, -0.000f, 1.002f, -0.628f, 1.153f, -0.035f, 0.000f, -0.701f, -0.125f, 0.201f, 0.000f, 0.000f,
      0.000f, -0.094f, -0.521f, 1.447f },
    { 1.131f, 1.257f, 0.000f, 1.248f, -0.106f, 0.497f, -0.054f, -0.006f, -0.898f, 0.141f, -0.251f, 0.000f, 0.000f,
      0.000f, 0.138f, -0.296f, 1.361f },
    { 2.394f, 2.067f, -0.000f, 3.602f, 0.000f, 0.000f, -0.727f, 0.000f, -0.818f, 1.065f, 0.770f, 0.000f, 0.000f, 0.000f,
      1.354f, -0.485f, 1.145f },
    { 1.199f, 2.029f, -0.000f, 1.163f, -0.509f, 0.221f, 0.104f, 0.000f, -1.647f, 0.038f, 0.032f, 0.000f, 0.000f, 0.000f,
      -0.322f, -0.265f, 3.202f },
    { 0.537f, 1.096f, -0.000f, 2.193f, -0.381f, -0.171f, 0.193f, 0.041f, -0.981f, 0.157f, -0.315f, 0.000f, 0.000f,
      0.000f, 0.014f, -0.155f, 2.078f },
    { 0.603f, 0.750f, 0.000f, 1.701f, 0.000f, 0.000f, -0.431f, 0.000f, -0.980f, 0.709f, 0.750f, 3.377f, -2.722f, 0.000f,
      0.992f, -0.462f, 0.971f },
    { 1.648f, 1.536f, 0.000f, 1.346f, -1.006f, 1.055f, -0.225f, 0.000f, -1.078f, 0.375f, 1.647f, 3.397f, -1.017f,
      -0.857f, 0.176f, -0.943f, 1.632f },
    { 0.795f, 0.837f, -0.000f, 3.355f, 0.288f, 0.387f, 0.037f, 0.057f, -0.733f, 0.834f, 0.639f, 3.255f, -2.106f,
      -0.054f, 0.400f, -0.849f, 1.218f },
};

/* For playouts of the fives for two, fitted to the same games as that row, but without BY_F_GIFT, which playouts
 * skip. */
static const float swift_fives[BY_FEATURES] = { 0.238f,  0.634f, 0.000f,  2.375f,  0.000f, 0.000f,
                                                -0.470f, 0.000f, -0.967f, 0.733f,  0.903f, 3.391f,
                                                0.000f,  0.000f, 0.816f,  -0.491f, 0.995f };
