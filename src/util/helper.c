/* SPDX-License-Identifier: MIT */
/* helper.c: finds and runs helper programs. */
#include "helper.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "page.h"

/* Gets this program's folder, ending in '/'. Returns false if the system does not report the folder. */
static bool own_folder(char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);

    if (n <= 0)
        return false;
    path[n] = '\0';
    *(strrchr(path, '/') + 1) = '\0';
    return true;
}

bool by_helper_path(const char *name, char path[BY_HELPER_PATH])
{
    char folder[BY_HELPER_PATH];

    if (own_folder(folder, sizeof folder) && snprintf(path, BY_HELPER_PATH, "%s%s", folder, name) < BY_HELPER_PATH
        && access(path, X_OK) == 0)
        return true;
    return snprintf(path, BY_HELPER_PATH, "%s/%s", BY_LIBEXEC, name) < BY_HELPER_PATH && access(path, X_OK) == 0;
}

bool by_helper_find(const char *name, char path[BY_HELPER_PATH])
{
    char folder[BY_HELPER_PATH];

    if (by_helper_path(name, path))
        return true;
    if (!own_folder(folder, sizeof folder))
        folder[0] = '\0';
    by_complain("this needs the program %s, which is not installed (looked in %s and %s)", name, folder, BY_LIBEXEC);
    return false;
}

bool by_helper_run(const char *path, const char *argument, FILE *in, FILE *out)
{
    int status = 0;
    pid_t id;

    rewind(in);
    fflush(NULL);
    id = fork();
    if (id == 0) {
        if (dup2(fileno(in), STDIN_FILENO) >= 0 && dup2(fileno(out), STDOUT_FILENO) >= 0)
            execl(path, path, argument, (char *)NULL);
        _exit(127);
    }
    if (id < 0)
        return false;
    while (waitpid(id, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
