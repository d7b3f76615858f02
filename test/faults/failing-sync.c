/* Preloaded: fsync and fdatasync fail with EIO as long as the file that FAILING_SYNC names exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int sync_by(const char *name, int fd) {
  const char *file = getenv("FAILING_SYNC");
  if (file && access(file, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
}

int fsync(int fd) { return sync_by("fsync", fd); }
int fdatasync(int fd) { return sync_by("fdatasync", fd); }
