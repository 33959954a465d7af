import TestSupport

/// A film of a second, whose chapters need not end with it.
enum ChapteredFilm {
  /// Writes the film, in the container that the name's extension says.
  ///
  /// - Parameter chapters: the starts and the ends of the chapters, in milliseconds. Their titles are their starts.
  static func write(_ chapters: [(start: Int, end: Int)], to name: String, in folder: TemporaryFolder) throws {
    let entries = chapters.map {
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0.start)\nEND=\($0.end)\ntitle=\($0.start)\n"
    }
    let list = try folder.write(";FFMETADATA1\n" + entries.joined(), to: "chapters")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac-small.mp4"), "-f", "ffmetadata", "-i", list, "-map", "0",
      "-map_chapters", "1", "-c", "copy", folder.path(name),
    ])
  }
}
