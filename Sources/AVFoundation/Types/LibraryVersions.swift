import MediaEngine

/// The libraries that this one uses.
package enum LibraryVersions {
  /// The libraries' names and versions, in the order in which media goes through them.
  package static var all: [(name: String, version: String)] { EngineLibraries.versions }
}
