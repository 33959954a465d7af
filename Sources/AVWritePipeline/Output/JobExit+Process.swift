extension JobExit {
  /// Ends the process at once, whatever its jobs are doing. Their temporary files are removed, and each output is
  /// either as it was before or the complete new file.
  ///
  /// A folder of finished segments stays, so that the same job can be resumed.
  package func endProcess() -> Never { endProcess {} }

  /// - Parameter finally: a closure that is called when no temporary file is left, to remove anything else.
  func endProcess(finally: () -> Void) -> Never { PrivateDirectory.endProcess(code, finally: finally) }
}
