internal import AVWritePipeline
internal import ArgumentParser
internal import Synchronization

/// A run of a command that has one result: facts about files, or files of which all or none are made.
struct ResultRun {
  /// A Boolean value that says whether the result is printed as a JSON document.
  let printsDocument: Bool

  /// Makes the result, and shows it. A signal ends the process: no file gets its name before all are made, and
  /// temporary files beside them are removed.
  ///
  /// - Parameters:
  /// - make: a closure that makes the result.
  /// - show: a closure that prints the result. It throws an `ExitCode` if that is not 0.
  /// - Throws: `ExitCode`, after an error was printed.
  func run<Value>(_ make: () throws(JobError) -> Value, show: (Value) throws -> Void) throws {
    let value: Value
    // At most one document may be printed: two would not be valid JSON.
    let hasResult = Mutex(false)
    do throws(JobError) {
      if printsDocument { try Console.requireOutput() }
      let questions = SignalWatcher().watch(
        onInterrupt: { [printsDocument] signal in
          hasResult.withLock { hasResult -> Void in
            if printsDocument, !hasResult { Console.deliver(failure: .interrupted(by: signal)) }
            JobExit.interrupted(by: signal).endProcess()
          }
        }, onStatus: {})
      value = try withExtendedLifetime(questions) { () throws(JobError) in try make() }
      hasResult.withLock { $0 = true }
    } catch {
      hasResult.withLock { hasResult -> Void in
        hasResult = true
        Console.complain(error, printsDocument: printsDocument)
      }
      throw ExitCode(error.exit.code)
    }
    try show(value)
  }
}
