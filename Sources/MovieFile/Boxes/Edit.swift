/// One entry of an edit list (`elst`, ISO 14496-12 8.6.6): the part of the media that the movie shows for a while.
package struct Edit: Hashable, Sendable {
  /// The duration, in the movie's time scale. In a fragmented movie, 0 means that the edit lasts as long as the media.
  package var duration: Int64
  /// The start of the shown part of the media, in the media's time scale; `nil` for an empty edit.
  package var mediaStart: Int64?
  /// The media rate in 16.16 fixed point: 0x10000 is normal speed, and 0 shows one picture all the time.
  package var rate: Int32

  /// Returns an edit that shows nothing.
  package static func empty(duration: Int64) -> Edit { Edit(duration: duration, mediaStart: nil, rate: normalRate) }

  /// Returns an edit that shows the media from `start` on.
  package static func media(start: Int64, duration: Int64, rate: Int32 = normalRate) -> Edit {
    Edit(duration: duration, mediaStart: start, rate: rate)
  }

  package static let normalRate: Int32 = 0x10000

  /// The media start that marks an empty edit in the file.
  private static let emptyMarker: Int64 = -1

  static func read(_ box: Box) throws -> [Edit] {
    var reader = box.contents
    let wide = try reader.versionAndFlags().version == 1
    let count = Int(try reader.u32())
    guard count <= reader.remaining / (wide ? 20 : 12) else {
      throw reader.damaged("\(count) edits do not fit in it")
    }
    var edits: [Edit] = []
    edits.reserveCapacity(count)
    for _ in 0..<count {
      let duration = try reader.unsigned(wide: wide)
      let start = wide ? try reader.i64() : Int64(try reader.i32())
      let rate = try reader.i32()
      edits.append(Edit(duration: duration, mediaStart: start == emptyMarker ? nil : start, rate: rate))
    }
    return edits
  }

  /// Writes the edit list as a box. The fields have 64 bits if a number needs them or if `isWide`.
  static func write(_ edits: [Edit], to writer: inout ByteWriter, isWide: Bool = false) {
    let wide =
      isWide
      || edits.contains {
        $0.duration > UInt32.max || $0.mediaStart.map { Int32(exactly: $0) == nil } ?? false
      }
    writer.fullBox("elst", version: wide ? 1 : 0) { box in
      box.u32(UInt32(edits.count))
      for edit in edits {
        let start = edit.mediaStart ?? emptyMarker
        box.unsigned(edit.duration, wide: wide)
        if wide { box.i64(start) } else { box.i32(Int32(start)) }
        box.i32(edit.rate)
      }
    }
  }
}
