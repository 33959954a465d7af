// Counts what threads take from the heap while they are watched.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted: not where a sanitizer has the heap.
bool allocation_counter_counts(void);

/// Begins or ends to count the calling thread's allocations and releases.
void allocation_counter_watch(bool is_watched);

/// The number of allocations and releases that watched threads made.
uint64_t allocation_counter_count(void);
