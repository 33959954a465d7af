import Foundation
import TestSupport

/// A movie as some recorders write it: no edit list, no duration of the last picture in the tables, and a second track of
/// pictures without samples. Its fifteen pictures are those of a fixture.
enum RecordedMovie {
  /// Writes the movie, which is a QuickTime movie.
  static func write(to path: String) throws {
    let fixture = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("mjpeg-pcm.mov")))
    var empty: [UInt8] = []
    let movie = MovieBoxes.changing(["moov", "trak"], of: Array(fixture)) { track in
      guard String(decoding: track, as: UTF8.self).contains("vide") else { return ("trak", track) }
      let shown = MovieBoxes.changing(["edts"], of: track) { ("free", $0) }
      empty = Self.withoutSamples(shown, trackID: 9)
      return ("trak", MovieBoxes.changing(["mdia", "minf", "stbl", "stts"], of: shown, Self.endingWithoutDuration))
    }
    let whole = MovieBoxes.changing(["moov"], of: movie) { contents in
      ("moov", contents + MovieBoxes.bytes(UInt32(8 + empty.count)) + Array("trak".utf8) + empty)
    }
    try Data(whole).write(to: URL(fileURLWithPath: path))
  }

  /// The table of durations, of samples that are equally long, without the duration of the last one.
  private static func endingWithoutDuration(_ table: [UInt8]) -> (type: String, contents: [UInt8]) {
    func number(at place: Int) -> UInt32 { table[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    let numbers: [UInt32] = [0, 2, number(at: 8) - 1, number(at: 12), 1, 0]
    return ("stts", numbers.flatMap { MovieBoxes.bytes($0) })
  }

  /// A track like another one, without its samples.
  private static func withoutSamples(_ track: [UInt8], trackID: UInt8) -> [UInt8] {
    let nothing = [UInt8](repeating: 0, count: 12)
    var track = MovieBoxes.changing(["tkhd"], of: track) { header in
      var header = header
      header.replaceSubrange(12..<16, with: [0, 0, 0, trackID])
      // The duration.
      header.replaceSubrange(20..<24, with: nothing[..<4])
      return ("tkhd", header)
    }
    track = MovieBoxes.changing(["mdia", "mdhd"], of: track) { header in
      var header = header
      header.replaceSubrange(16..<20, with: nothing[..<4])
      return ("mdhd", header)
    }
    // A version and a number of entries; the sizes of samples begin with one size for all.
    for (type, count) in [("stts", 8), ("stsc", 8), ("stsz", 12), ("stco", 8)] {
      track = MovieBoxes.changing(["mdia", "minf", "stbl", type], of: track) { _ in (type, Array(nothing[..<count])) }
    }
    return track
  }
}
