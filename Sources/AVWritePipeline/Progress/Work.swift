/// Work of two kinds, in any unit: what one of them costs beside the other depends on the machine, and on the pictures.
struct Work: Sendable, Hashable {
  /// What is done with a picture when an encoder takes it: decoding, scaling, and a first look.
  var intake = 0.0
  /// What is done until an encoder has it out again, and all work that does not fill an encoder first.
  var output = 0.0

  var total: Double { intake + output }

  static func + (one: Work, other: Work) -> Work {
    Work(intake: one.intake + other.intake, output: one.output + other.output)
  }

  static func - (one: Work, other: Work) -> Work {
    Work(intake: one.intake - other.intake, output: one.output - other.output)
  }

  /// A share of each kind.
  func shares(_ intake: Double, _ output: Double) -> Work {
    Work(intake: self.intake * intake, output: self.output * output)
  }

  static func * (work: Work, factor: Double) -> Work {
    Work(intake: work.intake * factor, output: work.output * factor)
  }
}

/// How much of some work is done: a pure value.
struct WorkDone: Sendable, Hashable {
  var done = Work()
  var whole = Work()

  /// From 0 to 1; nil where there is no work.
  var fraction: Double? { whole.total > 0 ? min(done.total / whole.total, 1) : nil }

  static func + (one: WorkDone, other: WorkDone) -> WorkDone {
    WorkDone(done: one.done + other.done, whole: one.whole + other.whole)
  }
}

extension WorkDone {
  /// Of work that is all of one kind.
  init(share: Double, of total: Double = 1) {
    self.init(done: Work(output: share * total), whole: Work(output: total))
  }
}
