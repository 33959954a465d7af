internal import ArgumentParser

/// How progress is shown on the standard error.
enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
  /// A bar on a terminal, nothing elsewhere.
  case auto
  case bar
  /// A line now and then, for logs.
  case lines
  case none
}
