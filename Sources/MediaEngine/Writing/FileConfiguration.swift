/// What a file is to be: fixed when writing starts.
package struct FileConfiguration: Sendable {
  package var container: ContainerFormat
  package var path: String
  /// The tables come before the media, for movie files.
  package var isFastStart = false
  /// Ticks a second of a movie's own times; 0 lets the writer choose.
  package var movieTimeScale: Int32 = 0
  /// What the file says of itself, of the key spaces that the container carries.
  package var metadata: [MetadataRecord] = []

  package init(container: ContainerFormat, path: String) {
    self.container = container
    self.path = path
  }
}

extension FileWriter {
  /// Opens a new file of the configuration's container.
  ///
  /// - Throws: `MediaError` of stage `.opening`: the file exists, cannot be made, or the disk is full.
  package convenience init(_ configuration: FileConfiguration) throws {
    let file = try PendingFile(for: configuration.path)
    do {
      if let format = configuration.container.movieFormat {
        self.init(container: try MovieContainer(file, format: format, configuration))
      } else {
        self.init(container: try LibraryContainer(file, configuration))
      }
    } catch {
      file.remove()
      throw error
    }
  }
}
