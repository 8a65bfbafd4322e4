/* SPDX-License-Identifier: MIT */
/* prompt.c: reads lines typed at a terminal (prompt.h). */
#include "prompt.h"

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

static enum by_line read_plain(struct by_lines *in, const char *prompt)
{
    if (*prompt != '\0')
        printf("%s> ", prompt);
    return fflush(stdout) == 0 ? by_lines_next(in) : BY_LINE_FAILED;
}

#ifdef BY_HAVE_EDITING
#include <histedit.h>

#define LINES_KEPT 500

struct by_prompt {
    EditLine *edit;
    History *history;
    char text[80];
};

static char *prompt_of(EditLine *edit)
{
    struct by_prompt *p = NULL;

    el_get(edit, EL_CLIENTDATA, &p);
    return p->text;
}

static void close_editor(struct by_prompt *p)
{
    if (p->history != NULL)
        history_end(p->history);
    if (p->edit != NULL)
        el_end(p->edit);
    free(p);
}

static struct by_prompt *open_editor(void)
{
    const char *term = getenv("TERM");
    struct by_prompt *p;
    HistEvent event;

    if (term == NULL || strcmp(term, "dumb") == 0)
        return NULL;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) /* names are in UTF-8 in every locale */
        setlocale(LC_CTYPE, "C.UTF-8");
    p = by_sure(calloc(1, sizeof *p));
    p->edit = el_init("boneyard", stdin, stdout, stderr);
    p->history = history_init();
    if (p->edit == NULL || p->history == NULL) {
        close_editor(p);
        return NULL;
    }
    history(p->history, &event, H_SETSIZE, LINES_KEPT);
    history(p->history, &event, H_SETUNIQUE, 1);
    el_set(p->edit, EL_CLIENTDATA, p);
    el_set(p->edit, EL_PROMPT, prompt_of);
    el_set(p->edit, EL_EDITOR, "emacs");
    el_set(p->edit, EL_SIGNAL, 1); /* restore the terminal on Ctrl-C */
    el_set(p->edit, EL_HIST, history, p->history);
    return p;
}

static enum by_line read_edited(struct by_prompt *p, struct by_lines *in, const char *prompt)
{
    const char *line;
    FILE *typed, *was = in->in;
    HistEvent event;
    enum by_line how;
    int n = 0;

    snprintf(p->text, sizeof p->text, "%s> ", prompt);
    if (fflush(stdout) != 0)
        return BY_LINE_FAILED;
    line = el_gets(p->edit, &n);
    if (line == NULL || n <= 0)
        return BY_LINE_END;
    if (n > 1)
        history(p->history, &event, H_ENTER, line);
    typed = by_sure(fmemopen((void *)(uintptr_t)line, (size_t)n, "r"));
    in->in = typed;
    how = by_lines_next(in);
    in->in = was;
    fclose(typed);
    return how;
}
#else
static struct by_prompt *open_editor(void) { return NULL; }
static void close_editor(struct by_prompt *p) { (void)p; }

static enum by_line read_edited(struct by_prompt *p, struct by_lines *in, const char *prompt)
{
    (void)p;
    return read_plain(in, prompt);
}
#endif

struct by_prompt *by_prompt_new(void) { return open_editor(); }

void by_prompt_free(struct by_prompt *p)
{
    if (p != NULL)
        close_editor(p);
}

enum by_line by_prompt_next(struct by_prompt *p, struct by_lines *in, const char *prompt)
{
    return p != NULL ? read_edited(p, in, prompt) : read_plain(in, prompt);
}
