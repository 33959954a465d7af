internal import Foundation

/// The few boxes of a movie file that say how much of a track is presented, read without the code under test.
struct MovieTables {
  struct Track {
    var handler = ""
    var timeScale = 1
    /// Sum of `stts`.
    var mediaDuration = 0
    /// Duration in the movie's time scale, and where the media starts; negative for an empty edit.
    var edits: [(duration: Int, start: Int)] = []

    /// Seconds of media that the edit list shows; all where there is none.
    func presentedDuration(movieTimeScale: Int) -> Double {
      let shown = edits.filter { $0.start >= 0 }
      guard !shown.isEmpty else { return Double(mediaDuration) / Double(timeScale) }
      return shown.reduce(0) { sum, edit in
        let available = Double(mediaDuration - edit.start) / Double(timeScale)
        return sum + (edit.duration > 0 ? min(available, Double(edit.duration) / Double(movieTimeScale)) : available)
      }
    }
  }

  private(set) var movieTimeScale = 1
  private(set) var tracks: [Track] = []

  /// Audio tracks whose samples `moov` lists; a fragmented file has none.
  var audio: [Track] { tracks.filter { $0.handler == "soun" && $0.mediaDuration > 0 } }

  init(of path: String) throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    for (type, moov) in Self.boxes(file[...]) where type == "moov" { read(moov) }
  }

  private mutating func read(_ moov: Data) {
    for (type, box) in Self.boxes(moov) {
      if type == "mvhd" { movieTimeScale = Self.timeScale(box) }
      if type == "trak" {
        var track = Track()
        Self.read(box, into: &track)
        tracks.append(track)
      }
    }
  }

  private static func read(_ box: Data, into track: inout Track) {
    for (type, child) in boxes(box) {
      switch type {
      case "mdia", "minf", "stbl", "edts": read(child, into: &track)
      case "mdhd": track.timeScale = timeScale(child)
      case "hdlr" where track.handler.isEmpty || track.handler == "dhlr":
        track.handler = String(decoding: child.dropFirst(8).prefix(4), as: UTF8.self)
      case "stts":
        for row in 0..<number(child, 4, 4) {
          track.mediaDuration += number(child, 8 + 8 * row, 4) * number(child, 12 + 8 * row, 4)
        }
      case "elst":
        let wide = child.first == 1
        for row in 0..<number(child, 4, 4) {
          let size = wide ? 8 : 4
          let place = 8 + (2 * size + 4) * row
          let start = number(child, place + size, size)
          track.edits.append(
            (number(child, place, size), wide ? start : Int(Int32(truncatingIfNeeded: start))))
        }
      default: break
      }
    }
  }

  private static func timeScale(_ box: Data) -> Int { number(box, box.first == 1 ? 20 : 12, 4) }

  private static func number(_ data: Data, _ offset: Int, _ size: Int) -> Int {
    data.dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func boxes(_ data: Data) -> [(type: String, contents: Data)] {
    var found: [(String, Data)] = []
    var rest = data
    while rest.count >= 8 {
      var size = number(rest, 0, 4)
      var header = 8
      if size == 1 { (size, header) = (number(rest, 8, 8), 16) }
      if size == 0 { size = rest.count }
      guard size >= header, size <= rest.count else { break }
      found.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.prefix(size).dropFirst(header)))
      rest = rest.dropFirst(size)
    }
    return found
  }
}
