internal import AVWritePipeline
internal import ArgumentParser

/// The options that are for the whole job. They may also be written after an `--also`.
struct JobOptions {
  private(set) var time: TimeOptions
  private(set) var running: RunningOptions

  /// - Parameter others: the options after each `--also`.
  /// - Throws: `ValidationError` for an option that is given twice with two values.
  init(_ time: TimeOptions, _ running: RunningOptions, and others: [AlsoOptions]) throws {
    (self.time, self.running) = (time, running)
    for other in others {
      try add(other.time)
      try add(other.running)
    }
    try self.time.validate()
    try self.running.requireConsistency()
  }

  private mutating func add(_ other: TimeOptions) throws {
    time.start = try Self.one("--start", time.start, other.start)
    time.end = try Self.one("--end", time.end, other.end)
    time.duration = try Self.one("--duration", time.duration, other.duration)
  }

  private mutating func add(_ other: RunningOptions) throws {
    running.progress = try Self.one("--progress", running.progress, other.progress, unlessSaid: .auto)
    running.events = try Self.one("--events", running.events, other.events)
    running.eventTimes = running.eventTimes || other.eventTimes
    running.json = running.json || other.json
    running.plan = running.plan || other.plan
    running.quiet = running.quiet || other.quiet
    running.verbose = running.verbose || other.verbose
    running.realTime = running.realTime || other.realTime
    running.onDamage = try Self.one("--on-damage", running.onDamage, other.onDamage, unlessSaid: .fail)
    running.threads = try Self.one("--threads", running.threads, other.threads)
    running.memory = try Self.one("--memory", running.memory, other.memory)
    running.tempDir = try Self.one("--temp-dir", running.tempDir, other.tempDir)
  }

  private static func one<Value: Equatable>(_ option: String, _ first: Value?, _ second: Value?) throws -> Value? {
    if let first, let second, first != second {
      throw ValidationError("\(option) applies to all outputs, but is given twice with different values.")
    }
    return first ?? second
  }

  private static func one<Value: Equatable>(
    _ option: String, _ first: Value, _ second: Value, unlessSaid usual: Value
  ) throws -> Value {
    try one(option, first == usual ? nil : first, second == usual ? nil : second) ?? usual
  }
}
