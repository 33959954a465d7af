/// Work of two kinds, in any unit. The cost of one kind in comparison to the other depends on the machine, and on the
/// pictures.
struct Work: Sendable, Hashable {
  /// The work on a picture when an encoder takes it: decoding, scaling, and a first look.
  var intake = 0.0
  /// The work until an encoder has the picture out again, and all work that does not fill an encoder first.
  var output = 0.0

  var total: Double { intake + output }

  static func + (one: Work, other: Work) -> Work {
    Work(intake: one.intake + other.intake, output: one.output + other.output)
  }

  static func - (one: Work, other: Work) -> Work {
    Work(intake: one.intake - other.intake, output: one.output - other.output)
  }

  /// Returns a share of each kind.
  func shares(_ intake: Double, _ output: Double) -> Work {
    Work(intake: self.intake * intake, output: self.output * output)
  }

  static func * (work: Work, factor: Double) -> Work {
    Work(intake: work.intake * factor, output: work.output * factor)
  }
}

/// The share of some work that is done: a pure value.
struct WorkDone: Sendable, Hashable {
  var done = Work()
  var whole = Work()

  /// The share that is done, from 0 to 1, or nil if there is no work.
  var fraction: Double? { whole.total > 0 ? min(done.total / whole.total, 1) : nil }

  static func + (one: WorkDone, other: WorkDone) -> WorkDone {
    WorkDone(done: one.done + other.done, whole: one.whole + other.whole)
  }
}

extension WorkDone {
  /// Creates a share of work that is all of one kind.
  init(share: Double, of total: Double = 1) {
    self.init(done: Work(output: share * total), whole: Work(output: total))
  }
}
