internal import ArgumentParser

/// The way in which progress is shown on the standard error.
enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
  /// A bar is shown on a terminal, and nothing otherwise.
  case auto
  case bar
  /// A line is shown at intervals, for logs.
  case lines
  case none
}
