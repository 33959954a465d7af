extension JobExit {
  /// Ends the process at once, whatever its jobs are doing. Their temporary files are removed, and each output's name
  /// has either what it had before or the complete new file.
  ///
  /// A folder of finished segments stays for the same job to go on from.
  package func endProcess() -> Never { endProcess {} }

  /// - Parameter finally: a closure that is called when no temporary file is left, to remove anything else.
  func endProcess(finally: () -> Void) -> Never { PrivateDirectory.endProcess(code, finally: finally) }
}
