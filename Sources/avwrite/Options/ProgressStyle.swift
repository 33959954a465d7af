internal import ArgumentParser

/// The way in which progress is shown on the standard error.
enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
  /// A bar is shown on a terminal, and nothing elsewhere.
  case auto
  case bar
  /// A line is shown now and then, for logs.
  case lines
  case none
}
