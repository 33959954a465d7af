internal import AVWritePipeline
internal import ArgumentParser
internal import Synchronization

/// A run of a command that has one result: a look at files, or files that are made, all of them or none.
struct ResultRun {
  /// A Boolean value that says whether the result is printed as a JSON document.
  let printsDocument: Bool

  /// Makes the result, and shows it. A signal ends the process: no file has its name before all are made, and what lies
  /// beside them is removed.
  ///
  /// - Parameters:
  ///   - make: a closure that makes the result.
  ///   - show: a closure that prints the result. It throws an `ExitCode` where that is not 0.
  /// - Throws: `ExitCode`, after an error was printed.
  func run<Value>(_ make: () throws(JobError) -> Value, show: (Value) throws -> Void) throws {
    let value: Value
    // Two documents would be none.
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
