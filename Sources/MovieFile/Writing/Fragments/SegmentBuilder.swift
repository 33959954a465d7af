/// Builds a media segment from a fragment and its media. It is a pure value.
struct SegmentBuilder {
  let fragment: FragmentBuilder
  let media: [[UInt8]]
  let mediaSize: Int
  let tracks: [WrittenTrack]
  let type: FileType?

  func segment() -> MovieSegment {
    let moof = fragment.bytes()
    var writer = ByteWriter()
    writer.reserve(moof.count + mediaSize + Self.indexRoom)
    if let type {
      type.write(to: &writer, as: "styp")
      writeIndex(size: moof.count + Int(MediaPlacement.boxHeader) + mediaSize, to: &writer)
    }
    let mediaOffset = writer.count + moof.count + Int(MediaPlacement.boxHeader)
    writer.append(moof)
    writer.box("mdat") { for bytes in media { $0.append(bytes) } }
    let reports = tracks.indices.compactMap {
      MovieSegment.Track($0, tracks[$0], runs: fragment.runs, mediaOffset: mediaOffset)
    }
    return MovieSegment(kind: .media, bytes: writer.bytes, tracks: reports)
  }

  /// The number of bytes that is enough for `styp` and `sidx`.
  private static let indexRoom = 128

  /// Writes `sidx` with the segment as its only part (ISO 14496-12 8.16.3). Its times are those of the video, if there
  /// is any.
  private func writeIndex(size: Int, to writer: inout ByteWriter) {
    let video = fragment.runs.first { tracks[$0.track].description.kind == .video }
    guard let track = (video ?? fragment.runs.first)?.track else { return }
    guard
      let report = MovieSegment.Track(track, tracks[track], runs: fragment.runs, mediaOffset: 0)
    else { return }
    writer.fullBox("sidx", version: 1) { box in
      box.u32(UInt32(track + 1))
      box.i32(report.timeScale)
      box.i64(max(0, report.start &- fragment.tracks[track].origin))
      box.i64(0)
      box.u16(0)
      box.u16(1)
      // The top bit is clear: the part is media and not another index.
      box.u32(UInt32(clamping: size) & 0x7FFF_FFFF)
      box.u32(UInt32(clamping: report.end &- report.start))
      // The part starts with a sync sample that is presented first (a stream access point of type 1), or nothing is
      // stated.
      box.u32(report.firstIsSync ? 0x9000_0000 : 0)
    }
  }
}
