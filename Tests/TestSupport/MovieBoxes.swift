/// Functions that change single boxes of a movie file in ways that no writer does.
package enum MovieBoxes {
  /// Returns a movie in which all boxes at a path of types are replaced. Boxes with 64-bit sizes are not changed.
  ///
  /// - Parameter change: makes a box's type and contents of its contents.
  package static func changing(
    _ path: some Collection<String>, of movie: [UInt8], _ change: ([UInt8]) -> (type: String, contents: [UInt8])
  ) -> [UInt8] {
    var (result, place): ([UInt8], Int) = ([], 0)
    while place + 8 <= movie.count {
      let size = movie[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, place + size <= movie.count else { break }
      let box = Array(movie[place..<place + size])
      place += size
      let type = String(decoding: box[4..<8], as: UTF8.self)
      guard type == path.first else {
        result += box
        continue
      }
      let contents = Array(box.dropFirst(8))
      let rest = path.dropFirst()
      let new: (type: String, contents: [UInt8]) =
        rest.isEmpty ? change(contents) : (type, changing(rest, of: contents, change))
      result += bytes(UInt32(8 + new.contents.count)) + Array(new.type.utf8) + new.contents
    }
    return result + movie[place...]
  }

  /// The bytes of a number as boxes have them.
  package static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// A fragmented movie whose fragments begin at a decode time.
  package static func fragments(of movie: [UInt8], beginAt time: Int64) -> [UInt8] {
    changing(["moof", "traf", "tfdt"], of: movie) { _ in ("tfdt", [1, 0, 0, 0] + bytes(time)) }
  }

  /// Returns a movie whose sample entries of a code state a size of pictures.
  package static func entries(of code: String, in movie: [UInt8], state width: UInt16, _ height: UInt16) -> [UInt8] {
    changing(["moov", "trak", "mdia", "minf", "stbl", "stsd"], of: movie) { contents in
      guard contents.count > 44, contents[12..<16].elementsEqual(code.utf8) else { return ("stsd", contents) }
      var changed = contents
      // Behind the version and the count: the entry's size and code, and 24 bytes (ISO 14496-12, 8.5.2 and 12.1.3.2).
      changed.replaceSubrange(40..<44, with: bytes(width) + bytes(height))
      return ("stsd", changed)
    }
  }

  /// Returns a movie as some recorders write it: without edit lists, and without a duration of the last picture in the
  /// tables and the media header. The pictures must be equally long.
  package static func withoutLastPictureDuration(_ movie: [UInt8]) -> [UInt8] {
    changing(["moov", "trak"], of: movie) { track in
      var hasPictures = false
      _ = changing(["mdia", "minf", "vmhd"], of: track) { contents in
        hasPictures = true
        return ("vmhd", contents)
      }
      guard hasPictures else { return ("trak", track) }
      func number(at place: Int, of table: [UInt8]) -> UInt32 {
        table[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      var changed = changing(["edts"], of: track) { ("free", $0) }
      var stated: UInt32 = 0
      changed = changing(["mdia", "minf", "stbl", "stts"], of: changed) { table in
        let (count, duration) = (number(at: 8, of: table), number(at: 12, of: table))
        stated = (count - 1) * duration
        let numbers: [UInt32] = [0, 2, count - 1, duration, 1, 0]
        return ("stts", numbers.flatMap { bytes($0) })
      }
      changed = changing(["mdia", "mdhd"], of: changed) { header in
        // Behind the version, two dates and the time scale (ISO/IEC 14496-12, 8.4.2).
        var header = header
        header.replaceSubrange(16..<20, with: bytes(stated))
        return ("mdhd", header)
      }
      return ("trak", changed)
    }
  }

  /// Returns a movie whose chunks are at an offset of the file.
  package static func chunks(of movie: [UInt8], lieAt place: UInt64) -> [UInt8] {
    changing(["moov", "trak", "mdia", "minf", "stbl", "stco"], of: movie) { contents in
      let count = (contents.count - 8) / 4
      return ("co64", Array(contents.prefix(8)) + (0..<count).flatMap { _ in bytes(place) })
    }
  }
}
