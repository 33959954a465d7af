import MediaSupport
import MovieFile

/// A writer of the text about a QuickTime or ISO file, from its boxes.
struct MovieDump {
  let source: any ByteSource
  let options: MediaDump.Options
  let outline: Outline

  init(_ source: any ByteSource, options: MediaDump.Options, outline: Outline) {
    self.source = source
    self.options = options
    self.outline = outline
  }

  /// A Boolean value that says whether sizes, rates and checksums are written.
  var tellsBytes: Bool { !options.contains(.structureOnly) }

  /// Writes everything that the options ask for.
  ///
  /// - Returns: A Boolean value that says whether the file is a movie. If it is `false`, nothing was written.
  /// - Throws: `MediaError(.damagedContainer)` for an index that cannot be read, after its boxes are written if the
  ///   options ask for them.
  func write() throws -> Bool {
    let movie: Movie
    do {
      movie = try Movie(source)
    } catch let error as MediaError {
      if error.kind == .unrecognizedFormat { return false }
      if options.contains(.boxes) { try BoxDump(self).write() }
      throw error
    }
    writeFile(movie)
    writeHeader(movie)
    for track in movie.tracks { try writeTrack(track, of: movie) }
    if options.contains(.boxes) { try BoxDump(self).write() }
    return true
  }

  private func writeFile(_ movie: Movie) {
    outline.block("file") {
      outline.field("container", movie.isQuickTime ? "QuickTime movie" : "ISO base media file")
      if let type = movie.fileType {
        outline.field("major brand", Notation.code(type.majorBrand))
        outline.field("minor version", type.minorVersion)
        outline.field("compatible brands", type.compatibleBrands.map(Notation.code).joined(separator: " "))
      }
      if tellsBytes { outline.field("bytes", movie.fileSize) }
      outline.field("index before media", movie.isFastStart)
      outline.field("fragmented", movie.isFragmented)
      outline.field("damage", damage(of: movie))
    }
  }

  /// Returns the first disagreement in the tables. It is `nil` for a consistent movie, and for one with too many
  /// samples to examine.
  private func damage(of movie: Movie) -> String? {
    isExaminable(movie) ? movie.firstInconsistency()?.description : nil
  }

  /// Returns whether the samples are few enough to examine each of them.
  func isExaminable(_ movie: Movie) -> Bool {
    var left = Limits.samplesExamined
    for track in movie.tracks {
      left -= track.sampleCount
      if left < 0 { return false }
    }
    return true
  }

  private func writeHeader(_ movie: Movie) {
    let header = movie.header
    outline.block("movie") {
      outline.field("time scale", header.timeScale)
      outline.field("duration", Notation.time(header.duration, header.timeScale))
      if let duration = movie.fragmentedDuration {
        outline.field("duration of all fragments", Notation.time(duration, header.timeScale))
      }
      if header.preferredRate != 1 { outline.field("rate", Notation.number(header.preferredRate)) }
      if header.preferredVolume != 1 { outline.field("volume", Notation.number(header.preferredVolume)) }
      writeMatrix(header.matrix)
      outline.field("tracks", movie.tracks.count)
    }
  }

  /// Writes `a b u / c d v / tx ty w`, except for the identity.
  func writeMatrix(_ matrix: TransformMatrix) {
    guard matrix != .identity else { return }
    let rows = [[matrix.a, matrix.b], [matrix.c, matrix.d], [matrix.tx, matrix.ty]]
    let affine = rows.map { $0.map { Notation.fixed(Int64($0)) }.joined(separator: " ") }.joined(separator: " / ")
    // The third column is (0, 0, 1) in 2.30 fixed point, except for projections, which no player supports.
    let isAffine = [matrix.u, matrix.v, matrix.w] == [0, 0, 1 << 30]
    outline.field("matrix", isAffine ? affine : affine + ", third column \([matrix.u, matrix.v, matrix.w])/2^30")
  }
}
