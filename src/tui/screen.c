/* SPDX-License-Identifier: MIT */
/* screen.c: shows a canvas on the terminal and reads keys and the mouse. Only this file uses ncurses.
 *
 * Signal handlers only set a flag and write a byte to a pipe; the work is done in by_screen_wait, which waits for the
 * keyboard and that pipe. Handlers for signals that end the program at once (such as SIGABRT) first restore the
 * terminal, with bytes and settings prepared when it was taken over. */
#define NCURSES_WIDECHAR 1
#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "inks.h"
#include "util/tell.h"

enum { WINCH = 1, TSTP = 2, CONT = 4, STOP = 8, LOST = 16 };

static const int ours[] = { SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP };
static const int deadly[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP };
enum { OURS = sizeof ours / sizeof ours[0], DEADLY = sizeof deadly / sizeof deadly[0] };

static SCREEN *screen;
static volatile sig_atomic_t happened;
static int alarm_pipe[2] = { -1, -1 };
static struct sigaction before[OURS], before_deadly[DEADLY];
static struct termios modes; /* the terminal's original modes */
static char leave[256];      /* bytes that restore the terminal; never changed while handlers are active */
static size_t leaving;
static attr_t attribute[BY_INKS];
static short pair[BY_INKS];
static struct {
    long long at;
    int x, y;
} clicked;

static long long now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Signals --------------------------------------------------------------------------------- */

static void note(int number)
{
    int error = errno;
    char byte = 0;
    int bit = STOP;

    if (number == SIGWINCH)
        bit = WINCH;
    else if (number == SIGTSTP)
        bit = TSTP;
    else if (number == SIGCONT)
        bit = CONT;
    else if (number == SIGHUP)
        bit = LOST;

    happened |= bit;
    if (write(alarm_pipe[1], &byte, 1) < 0)
        errno = 0; /* a full pipe needs no further byte */
    errno = error;
}

/* Restores the terminal before the program ends. Calls only functions that are safe in a signal handler. */
static void die(int number)
{
    if (write(STDOUT_FILENO, leave, leaving) < 0)
        errno = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    signal(number, SIG_DFL);
    raise(number);
}

static void listen_for_signals(void)
{
    struct sigaction action = { .sa_handler = note };

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < OURS; i++)
        sigaction(ours[i], &action, &before[i]);
    action.sa_handler = die;
    action.sa_flags = (int)SA_RESETHAND;
    for (int i = 0; i < DEADLY; i++)
        sigaction(deadly[i], &action, &before_deadly[i]);
}

static void forget_signals(void)
{
    for (int i = 0; i < OURS; i++)
        sigaction(ours[i], &before[i], NULL);
    for (int i = 0; i < DEADLY; i++)
        sigaction(deadly[i], &before_deadly[i], NULL);
}

/* ---- Taking over and restoring the terminal -------------------------------------------------- */

static int keep_byte(int byte)
{
    if (leaving < sizeof leave)
        leave[leaving++] = (char)byte;
    return byte;
}

/* Prepares the bytes that undo what newterm and mouse reporting turned on. */
static void prepare_leaving(void)
{
    static const char *const names[] = { "sgr0", "op", "cnorm", "rmkx", "rmcup" };
    static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";

    leaving = 0;
    if (tigetstr("kmous") != NULL && tigetstr("kmous") != (char *)-1)
        for (const char *c = mouse_off; *c != '\0'; c++)
            keep_byte(*c);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = tigetstr(names[i]);

        if (text != NULL && text != (char *)-1)
            tputs(text, 1, keep_byte);
    }
}

static enum by_colours fit_colours(enum by_colours wish)
{
    const char *no = getenv("NO_COLOR");

    if (wish == BY_COLOURS_NONE || (wish == BY_COLOURS_AUTO && no != NULL && no[0] != '\0') || !has_colors())
        return BY_COLOURS_NONE;
    if (start_color() == ERR || COLORS < 8 || COLOR_PAIRS <= BY_INKS)
        return BY_COLOURS_NONE;
    use_default_colors();
    return wish != BY_COLOURS_16 && COLORS >= 256 ? BY_COLOURS_256 : BY_COLOURS_16;
}

static attr_t attributes(int more)
{
    return ((more & BY_BOLD) != 0 ? A_BOLD : 0) | ((more & BY_DIM) != 0 ? A_DIM : 0)
        | ((more & BY_UNDER) != 0 ? A_UNDERLINE : 0) | ((more & BY_REVERSE) != 0 ? A_REVERSE : 0);
}

static void mix_inks(enum by_colours colours)
{
    for (int i = 0; i < BY_INKS; i++) {
        const struct by_ink_look *ink = &by_inks[i];
        short fore = ink->fore16;

        pair[i] = (short)(colours == BY_COLOURS_NONE ? 0 : i + 1);
        int chosen = ink->more;

        if (colours == BY_COLOURS_NONE)
            chosen = ink->alone;
        else if (colours == BY_COLOURS_16)
            chosen = ink->more16;
        attribute[i] = attributes(chosen);
        if (colours == BY_COLOURS_256)
            init_pair(pair[i], ink->fore, ink->back);
        if (colours == BY_COLOURS_16 && fore >= 8 && COLORS < 16) {
            attribute[i] |= A_BOLD;
            fore = (short)(fore - 8);
        }
        if (colours == BY_COLOURS_16)
            init_pair(pair[i], fore, ink->back16);
    }
}

static bool refuse(char *why, size_t size, const char *text)
{
    snprintf(why, size, "%s", text);
    return false;
}

static bool open_pipe(void)
{
    if (alarm_pipe[0] >= 0)
        return true;
    if (pipe(alarm_pipe) != 0) {
        alarm_pipe[0] = alarm_pipe[1] = -1;
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(alarm_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(alarm_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    meta(stdscr, TRUE);
    set_escdelay(30);
    mouseinterval(0);
    mousemask(ALL_MOUSE_EVENTS, NULL); /* requests all events, because get_wch blocks forever after one that was not
                                        * requested */
}

/* Uses the locale of the environment. If the environment names a UTF-8 locale that is not installed, uses C.UTF-8,
 * which has the same encoding. */
static void set_locale(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *wanted = NULL;

    if (setlocale(LC_CTYPE, "") != NULL)
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names && (wanted == NULL || *wanted == '\0'); i++)
        wanted = getenv(names[i]);
    wanted = wanted != NULL ? strchr(wanted, '.') : NULL;
    if (wanted != NULL && (strncasecmp(wanted, ".utf-8", 6) == 0 || strncasecmp(wanted, ".utf8", 5) == 0))
        setlocale(LC_CTYPE, "C.UTF-8");
}

bool by_screen_open(enum by_colours colours, char *why, size_t size)
{
    static bool at_exit;
    const char *term = getenv("TERM");

    if (screen != NULL)
        return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &modes) != 0)
        return refuse(why, size, by_tell("tui.screen.none"));
    if (term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0)
        return refuse(why, size, by_tell("tui.screen.dumb"));
    set_locale();
    if (!open_pipe())
        return refuse(why, size, by_tell("tui.screen.pipe"));
    happened = 0;
    listen_for_signals(); /* must come before newterm, which does not replace existing signal handlers */
    screen = newterm(NULL, stdout, stdin);
    if (screen == NULL || tigetstr("cup") == NULL || tigetstr("cup") == (char *)-1) {
        by_screen_close();
        forget_signals();
        return refuse(why, size, by_tell("tui.screen.unknown"));
    }
    set_modes();
    prepare_leaving();
    mix_inks(fit_colours(colours));
    if (!at_exit)
        at_exit = atexit(by_screen_close) == 0;
    return true;
}

void by_screen_close(void)
{
    sigset_t quiet, old;

    if (screen == NULL)
        return;
    sigemptyset(&quiet);
    sigaddset(&quiet, SIGTTOU); /* a background job must not be stopped here forever */
    sigprocmask(SIG_BLOCK, &quiet, &old);
    mousemask(0, NULL);
    endwin();
    delscreen(screen);
    screen = NULL;
    sigprocmask(SIG_SETMASK, &old, NULL);
    forget_signals();
}

/* Restores the terminal and stops until the process is resumed. */
static void suspend(void)
{
    struct sigaction action = { .sa_handler = SIG_DFL };
    struct sigaction own;

    endwin();
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, &own);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &own, NULL);
}

/* ---- Showing --------------------------------------------------------------------------------- */

void by_screen_size(int *width, int *height)
{
    *width = screen == NULL ? 80 : COLS;
    *height = screen == NULL ? 24 : LINES;
}

bool by_screen_utf8(void)
{
    set_locale();
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Redraws the whole screen and sets all terminal modes again. */
static void refresh_all(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0
        && (size.ws_row != LINES || size.ws_col != COLS))
        resize_term(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
    refresh();
}

static void show_cell(const struct by_cell *cell, int x, int y, bool wide)
{
    wchar_t sign[2] = { (wchar_t)cell->sign, 0 };
    cchar_t out;

    if (wcwidth(sign[0]) != (wide ? 2 : 1))
        sign[0] = L'?';
    if (setcchar(&out, sign, attribute[cell->ink], pair[cell->ink], NULL) == OK)
        mvadd_wch(y, x, &out);
    if (wide && sign[0] == L'?')
        mvadd_wch(y, x + 1, &out);
}

void by_screen_show(const struct by_canvas *c, int x, int y)
{
    int width, height;

    if (screen == NULL)
        return;
    by_screen_size(&width, &height);
    for (int j = 0; j < c->height && j < height; j++)
        for (int i = 0; i < c->width && i < width; i++) {
            const struct by_cell *cell = &c->cell[(size_t)j * (size_t)c->width + (size_t)i];

            if (cell->sign != 0)
                show_cell(cell, i, j, i + 1 < c->width && cell[1].sign == 0);
        }
    curs_set(x >= 0 && y >= 0);
    if (x >= 0 && y >= 0)
        move(y, x);
    refresh();
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static struct by_key a_press(enum by_press press) { return (struct by_key){ .press = press, .x = -1, .y = -1 }; }

/* Converts a mouse event. ncurses reports a press and a release that arrive together as a click, whatever the
 * interval. */
static struct by_key from_mouse(void)
{
    const mmask_t twice = BUTTON1_DOUBLE_CLICKED | BUTTON1_TRIPLE_CLICKED;
    struct by_key key = a_press(BY_PRESS_NONE);
    long long now = now_ms();
    MEVENT event;

    if (getmouse(&event) != OK)
        return key;
    key.x = event.x;
    key.y = event.y;
    if ((event.bstate & BUTTON4_PRESSED) != 0) {
        key.press = BY_PRESS_WHEEL_UP;
    } else if ((event.bstate & BUTTON5_PRESSED) != 0) {
        key.press = BY_PRESS_WHEEL_DOWN;
    } else if ((event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED | twice)) != 0) {
        bool again =
            (event.bstate & twice) != 0 || (clicked.x == event.x && clicked.y == event.y && now - clicked.at < 400);

        key.press = BY_PRESS_CLICK;
        key.sign = again ? 2 : 1;
        clicked.at = again ? 0 : now;
        clicked.x = event.x;
        clicked.y = event.y;
    }
    return key;
}

static struct by_key from_code(wint_t code)
{
    static const struct {
        int code;
        enum by_press press;
    } list[] = { { KEY_ENTER, BY_PRESS_ENTER },  { KEY_BTAB, BY_PRESS_BACK_TAB }, { KEY_BACKSPACE, BY_PRESS_ERASE },
                 { KEY_DC, BY_PRESS_ERASE },     { KEY_UP, BY_PRESS_UP },         { KEY_DOWN, BY_PRESS_DOWN },
                 { KEY_LEFT, BY_PRESS_LEFT },    { KEY_RIGHT, BY_PRESS_RIGHT },   { KEY_HOME, BY_PRESS_HOME },
                 { KEY_END, BY_PRESS_END },      { KEY_PPAGE, BY_PRESS_PAGE_UP }, { KEY_NPAGE, BY_PRESS_PAGE_DOWN },
                 { KEY_RESIZE, BY_PRESS_RESIZE } };

    if (code == KEY_MOUSE)
        return from_mouse();
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if ((wint_t)list[i].code == code)
            return a_press(list[i].press);
    return a_press(BY_PRESS_NONE);
}

static struct by_key from_sign(wint_t sign)
{
    struct by_key key = a_press(BY_PRESS_SIGN);

    key.sign = (uint32_t)sign;
    if (sign == '\n' || sign == '\r')
        key.press = BY_PRESS_ENTER;
    else if (sign == '\t')
        key.press = BY_PRESS_TAB;
    else if (sign == 27)
        key.press = BY_PRESS_ESCAPE;
    else if (sign == 127 || sign == 8)
        key.press = BY_PRESS_ERASE;
    else if (sign == 3)
        key.press = BY_PRESS_STOP;
    else if (sign < 32 && sign != 12)
        key.press = BY_PRESS_NONE;
    if (sign == 12) { /* Ctrl-L: another program may have written on the screen */
        refresh_all();
        key.press = BY_PRESS_RESIZE;
    }
    return key;
}

/* Handles pending signals. */
static struct by_key from_signals(void)
{
    int what;
    char bytes[64];
    sigset_t all, old;

    while (read(alarm_pipe[0], bytes, sizeof bytes) > 0)
        ;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &old);
    what = happened;
    happened = what & LOST; /* a lost terminal stays lost */
    sigprocmask(SIG_SETMASK, &old, NULL);
    if ((what & LOST) != 0)
        return a_press(BY_PRESS_LOST);
    if ((what & STOP) != 0)
        return a_press(BY_PRESS_STOP);
    if ((what & TSTP) != 0)
        suspend();
    if ((what & CONT) != 0)
        endwin(); /* makes refresh set all modes again */
    if ((what & (TSTP | CONT | WINCH)) == 0)
        return a_press(BY_PRESS_NONE);
    refresh_all();
    return a_press(BY_PRESS_RESIZE);
}

/* Reads a key that is available or arrives within a moment (the rest of a sequence). Returns BY_PRESS_LOST if the
 * terminal reports input but has reached its end. */
static struct by_key read_key(bool ready)
{
    wint_t sign = 0;
    int waiting = 0, kind;

    timeout(ready ? 20 : 0);
    kind = get_wch(&sign);
    if (kind == KEY_CODE_YES)
        return from_code(sign);
    if (kind == OK)
        return from_sign(sign);
    if (ready && happened == 0 && (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0)) {
        struct pollfd again = { .fd = STDIN_FILENO, .events = POLLIN };

        if (poll(&again, 1, 0) > 0)
            return a_press(BY_PRESS_LOST);
    }
    return a_press(BY_PRESS_NONE);
}

static struct by_stop *watched;

static void look_for_keys(int signal_number)
{
    struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
    int why = errno;

    (void)signal_number;
    if (watched != NULL && (happened != 0 || poll(&in, 1, 0) > 0))
        by_stop_set(watched);
    errno = why;
}

void by_screen_watch(struct by_stop *stop)
{
    struct sigaction action = { .sa_handler = look_for_keys, .sa_flags = SA_RESTART };
    struct itimerval every = { { 0, 0 }, { 0, 0 } };

    if (screen == NULL)
        return;
    watched = stop;
    sigemptyset(&action.sa_mask);
    if (stop != NULL) {
        sigaction(SIGALRM, &action, NULL);
        every.it_interval.tv_usec = every.it_value.tv_usec = 10000;
    }
    setitimer(ITIMER_REAL, &every, NULL);
}

struct by_key by_screen_wait(int ms)
{
    long long end = now_ms() + ms;
    struct by_key key;

    if (screen == NULL)
        return a_press(BY_PRESS_LOST);
    for (;;) {
        struct pollfd list[2] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = alarm_pipe[0], .events = POLLIN } };
        long long left = ms < 0 ? -1 : end - now_ms();

        key = from_signals();
        if (key.press == BY_PRESS_NONE)
            key = read_key(false); /* ncurses may already have read some input */
        if (key.press != BY_PRESS_NONE)
            return key;
        if (poll(list, 2, left < 0 && ms >= 0 ? 0 : (int)left) < 0 && errno != EINTR)
            return a_press(BY_PRESS_LOST);
        if ((list[0].revents & POLLIN) != 0)
            key = read_key(true);
        else if ((list[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
            return a_press(BY_PRESS_LOST);
        if (key.press != BY_PRESS_NONE)
            return key;
        if (ms >= 0 && now_ms() >= end && happened == 0)
            return key;
    }
}
