extension JobExit {
  /// Ends the process at once, whatever its jobs are doing: their temporary files are removed, and each output's name
  /// has what it had or the complete new file.
  ///
  /// A folder of finished segments stays for the same job to go on from.
  package func endProcess() -> Never { endProcess {} }

  /// - Parameter finally: what else is to be removed, when no temporary file is left.
  func endProcess(finally: () -> Void) -> Never { PrivateDirectory.endProcess(code, finally: finally) }
}
