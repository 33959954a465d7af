internal import CSystem

/// The C library's memory for this process.
enum ProcessMemory {
  /// Makes all threads allocate from one arena. Call it before any other thread exists.
  ///
  /// By default each thread allocates from an arena of its own. A packet that one thread reads is freed by the thread
  /// that writes it, and returns to the reader's arena, where it lies between blocks that stay: a copy of 10 GB had 7 MB
  /// in use and 19 MB free. The C library caches small blocks for each thread; larger ones are allocated some thousand
  /// times a second while pictures are encoded, too seldom for threads to wait for each other.
  static func shareArena() { _ = mallopt(M_ARENA_MAX, 1) }
}
