/* keep.c: where games are kept that nobody has named a file for. */
#include "session.h"
#include "util/keep.h"

bool by_session_place(char *path, size_t size) { return by_keep_place("game.jsonl", path, size); }
