#include "CSystem.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// The handler's data is in static memory, because a process that crashes may hold any lock, including that of malloc.
static const int signals[] = {SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction former[signal_count];
static char leave[64];
static struct termios modes;
static int modes_descriptor;
static atomic_bool has_screen, has_modes;

// A process in the background does not own the terminal.
static bool is_in_foreground(int descriptor) {
  pid_t group = tcgetpgrp(descriptor);
  return group < 0 || group == getpgrp();
}

// Calls only functions that are async-signal-safe (signal-safety(7)).
static void restore(int number) {
  // The former action is restored first: if the terminal accepts no bytes, a second signal then ends the process.
  for (int index = 0; index < signal_count; index++) {
    if (signals[index] == number) sigaction(number, &former[index], NULL);
  }
  if (atomic_exchange(&has_screen, false) && is_in_foreground(STDERR_FILENO)) {
    (void)!write(STDERR_FILENO, leave, strlen(leave));
  }
  if (atomic_exchange(&has_modes, false) && is_in_foreground(modes_descriptor)) {
    tcsetattr(modes_descriptor, TCSANOW, &modes);
  }
  // The signal is delivered when the handler returns. It then writes a backtrace, or ends the process.
  raise(number);
}

void csystem_guard_terminal(const char *bytes) {
  strncpy(leave, bytes, sizeof leave - 1);
  for (int index = 0; index < signal_count; index++) {
    sigaction(signals[index], NULL, &former[index]);
    if (former[index].sa_handler == SIG_IGN) continue;
    struct sigaction action = {.sa_handler = restore, .sa_flags = SA_ONSTACK};
    sigaction(signals[index], &action, NULL);
  }
}

void csystem_guard_screen(bool is_taken) { atomic_store(&has_screen, is_taken); }

void csystem_guard_modes(int descriptor, const struct termios *value) {
  atomic_store(&has_modes, false);
  if (!value) return;
  modes = *value;
  modes_descriptor = descriptor;
  atomic_store(&has_modes, true);
}
