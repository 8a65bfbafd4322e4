/* SPDX-License-Identifier: MIT */
/* status_show.c: prints the server's state as a page without scripts, and as text (status.h). */
#include <stdlib.h>
#include <string.h>

#include "status.h"
#include "util/page.h"
#include "util/tell.h"
#include "wire/out.h"

enum { CLEAN = 1024 };

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1d1b17;--back:#f7f4ec;--card:#fff;--line:#d8d2c2;--soft:#5a564b}\n"
    "@media "
    "(prefers-color-scheme:dark){:root{--ink:#ece7da;--back:#171613;--card:#211f1b;--line:#3b382f;--soft:#b5ae9d}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;padding:1rem;background:var(--back);color:var(--ink);font:1rem/1.45 system-ui,sans-serif}\n"
    "header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;margin-bottom:1rem}\n"
    "h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:0 0 .5rem}\n"
    "a{color:inherit;display:inline-block;padding:.25rem 0}\n"
    "main{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));align-items:start}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.9rem 1rem;min-width:0}\n"
    "section.wide{grid-column:1/-1}section:first-child{grid-row:span 2}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th,td{padding:.2rem .75rem .2rem 0;text-align:left;vertical-align:top}\n"
    "tr+tr>*{border-top:1px solid var(--line)}\n"
    "th{font-weight:400;color:var(--soft)}td{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}\n"
    "thead th{font-size:.85rem}\n"
    "code{font:.82rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}\n"
    "p{margin:.2rem 0}\n";

const char *by_status_style(void) { return style; }

/* Writes a cell, which may contain text from people or other programs. */
static void put_escaped(struct by_out *o, const char *words)
{
    char clean[CLEAN];
    const char *at = clean;

    by_page_clean(clean, sizeof clean, words);
    for (size_t n; *at != '\0'; at += n) {
        n = strcspn(at, "&<>\"'");
        by_out_bytes(o, at, n);
        switch (at[n]) {
        case '&': by_out(o, "&amp;"); break;
        case '<': by_out(o, "&lt;"); break;
        case '>': by_out(o, "&gt;"); break;
        case '"': by_out(o, "&quot;"); break;
        case '\'': by_out(o, "&#39;"); break;
        default: continue;
        }
        n++;
    }
}

/* Parts with columns or lines take the full width. */
static bool is_wide(const struct by_status *s, int i)
{
    return i + 1 < s->n && (s->rows[i + 1].kind == BY_STATUS_HEAD || s->rows[i + 1].kind == BY_STATUS_LINE);
}

static void put_cells(struct by_out *o, const struct by_status_row *r)
{
    bool head = r->kind == BY_STATUS_HEAD;

    by_out(o, head ? "<thead><tr>" : "<tr>");
    for (int i = 0; i < r->n; i++) {
        bool title = head || i == 0;

        by_out(o, head ? "<th scope=\"col\">" : title ? "<th scope=\"row\">" : "<td>");
        put_escaped(o, r->cell[i]);
        by_out(o, title ? "</th>" : "</td>");
    }
    by_out(o, head ? "</tr></thead>\n" : "</tr>\n");
}

static void put_part(struct by_out *o, const struct by_status *s, int i)
{
    by_out(o, is_wide(s, i) ? "<section class=\"wide\"><h2>" : "<section><h2>");
    put_escaped(o, s->rows[i].cell[0]);
    by_out(o, "</h2>\n");
}

static void put_rows(struct by_out *o, const struct by_status *s)
{
    bool part = false, table = false;

    for (int i = 0; i < s->n; i++) {
        const struct by_status_row *r = &s->rows[i];
        bool cells = r->kind == BY_STATUS_HEAD || r->kind == BY_STATUS_ROW;

        if (table && !cells)
            by_out(o, "</table>\n");
        if (part && r->kind == BY_STATUS_PART)
            by_out(o, "</section>\n");
        if (!table && cells)
            by_out(o, "<table>\n");
        table = cells;
        part = part || r->kind == BY_STATUS_PART;
        if (r->kind == BY_STATUS_PART) {
            put_part(o, s, i);
        } else if (cells) {
            put_cells(o, r);
        } else {
            by_out(o, r->kind == BY_STATUS_LINE ? "<p><code>" : "<p>");
            put_escaped(o, r->cell[0]);
            by_out(o, r->kind == BY_STATUS_LINE ? "</code></p>\n" : "</p>\n");
        }
    }
    by_out(o, table ? "</table>\n" : "");
    by_out(o, part ? "</section>\n" : "");
}

char *by_status_page(const struct by_status *s)
{
    struct by_out o = { 0 };

    by_out(&o, "<!doctype html>\n<html lang=\"");
    by_out(&o, by_language_list[s->language]->key);
    by_out(&o,
           "\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
           "<meta name=\"robots\" content=\"noindex\"><title>");
    put_escaped(&o, by_tell_in(s->language, "server.admin.title"));
    by_out(&o,
           " · Boneyard</title><link rel=\"icon\" href=\"icon.svg\"><link rel=\"stylesheet\" href=\"admin.css\">"
           "</head>\n<body><header><h1>");
    put_escaped(&o, by_tell_in(s->language, "server.admin.title"));
    by_out(&o, "</h1><a href=\"admin\">");
    put_escaped(&o, by_tell_in(s->language, "server.admin.refresh"));
    by_out(&o, "</a></header>\n<main>\n");
    put_rows(&o, s);
    by_out(&o, "</main></body>\n</html>\n");
    return by_out_end(&o);
}

char *by_status_text(const struct by_status *s)
{
    struct by_out o = { 0 };
    char clean[CLEAN];

    by_out(&o, "");
    for (int i = 0; i < s->n; i++) {
        const struct by_status_row *r = &s->rows[i];

        by_out(&o, r->kind == BY_STATUS_PART ? (i > 0 ? "\n" : "") : "  ");
        for (int k = 0; k < r->n; k++) {
            by_page_clean(clean, sizeof clean, r->cell[k]);
            by_out(&o, k == 0 ? "" : k == 1 && r->kind == BY_STATUS_ROW ? ": " : "  ");
            by_out(&o, clean);
        }
        by_out(&o, "\n");
    }
    return by_out_end(&o);
}
