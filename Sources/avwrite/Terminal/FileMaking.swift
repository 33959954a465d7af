internal import AVWritePipeline
internal import ArgumentParser

/// A run of a command that makes files of one input: all of them, or none.
struct FileMaking {
  /// A Boolean value that says whether the result is printed as a JSON document.
  let printsDocument: Bool

  /// Makes the files, and shows the result. A signal ends the process: no file has its name before all are made, and
  /// what lies beside them is removed.
  ///
  /// - Parameters:
  ///   - make: a closure that makes the files.
  ///   - show: a closure that prints the result.
  /// - Throws: `ExitCode`, after the error was printed.
  func run<Result>(_ make: () throws(JobError) -> Result, show: (Result) -> Void) throws {
    do throws(JobError) {
      if printsDocument { try Console.requireOutput() }
      let questions = SignalWatcher().watch(onInterrupt: { JobExit.interrupted(by: $0).endProcess() }, onStatus: {})
      let result = try withExtendedLifetime(questions) { () throws(JobError) in try make() }
      show(result)
    } catch {
      Console.complain(error)
      if printsDocument { Console.deliver(failure: error) }
      throw ExitCode(error.exit.code)
    }
  }
}
