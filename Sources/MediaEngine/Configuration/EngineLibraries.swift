internal import MediaInterop

/// The libraries that the engine stands on.
package enum EngineLibraries {
  /// Their names and versions, in the order in which media goes through them.
  package static var versions: [(name: String, version: String)] { LibraryVersion.all.map { ($0.name, $0.version) } }
}
