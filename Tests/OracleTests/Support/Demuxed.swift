import Foundation
import MovieFile
import TestSupport

/// A movie's track as GStreamer's `qtdemux` gives it out.
struct Demuxed {
  /// Times in nanoseconds on the media's timeline.
  struct Buffer {
    var size: Int
    var decodeTime: Int64?
    var presentationTime: Int64?
    var duration: Int64?
    var isSync: Bool
  }

  var buffers: [Buffer] = []
  /// The media time that is shown first, and when it is shown: what an edit list says.
  var segments: [(start: Int64, time: Int64)] = []
  /// The format, without its configuration bytes, in any order.
  var format: Set<String> = []
  var tags: [String: String] = [:]

  /// - Parameter pad: `video_0`, `audio_1`, …
  static func read(_ path: String, pad: String) throws -> Demuxed {
    let text = try Tool.gstreamer.run([
      "-v", "filesrc", "location=\(path)", "!", "qtdemux", "name=demuxer", "demuxer.\(pad)", "!", "fakesink",
      "sync=false", "silent=false",
    ]).text
    var track = Demuxed()
    for line in text.split(separator: "\n") {
      if line.contains("last-message = chain ") {
        if let buffer = Buffer(line) { track.buffers.append(buffer) }
      } else if line.contains("GstEventSegment") {
        guard let start = number("start=(guint64)", line), let time = number(" time=(guint64)", line) else { continue }
        track.segments.append((start, time))
      } else if line.contains("GstFakeSink"), let caps = line.range(of: "sink: caps = ") {
        track.format = Set(
          line[caps.upperBound...].components(separatedBy: ", ").filter { !$0.hasPrefix("codec_data") })
      } else if line.contains("GstTagList-stream") {
        for name in ["language-code", "image-orientation"] { track.tags[name] = tag(name, line) }
      }
    }
    return track
  }

  /// Returns the ticks by which its buffers are earlier than the same samples of a track.
  func ticksAhead(of track: Track) -> Int64 {
    let sizes = buffers.prefix(4).map(\.size)
    let samples = Array(track.samples)
    let place = samples.indices.first { samples[$0...].prefix(4).map(\.size) == sizes }
    guard let place, let time = buffers.first?.decodeTime else { return 0 }
    return samples[place].decodeTime - Int64((Double(time) * Double(track.timeScale) / 1e9).rounded())
  }

  private static func number(_ name: String, _ line: Substring) -> Int64? {
    line.range(of: name).flatMap { Int64(line[$0.upperBound...].prefix(while: \.isNumber)) }
  }

  private static func tag(_ name: String, _ line: Substring) -> String? {
    guard let found = line.range(of: name) else { return nil }
    // name\=\(string\)value\, or "value" in quotes.
    let value = line[found.upperBound...].drop { $0 != ")" }.dropFirst()
    return String(value.prefix { $0 != "," && $0 != ";" }.filter { $0.isLetter || $0.isNumber || $0 == "-" })
  }
}

extension Demuxed.Buffer {
  /// Reads `(12187 bytes, dts: 0:00:00.0, pts: …, duration: …, flags: 00002000 delta-unit …)`.
  init?(_ line: Substring) {
    guard let end = line.range(of: " bytes, "), let start = line[..<end.lowerBound].lastIndex(of: "("),
      let size = Int(line[line.index(after: start)..<end.lowerBound])
    else { return nil }
    self.size = size
    decodeTime = Self.time("dts: ", line)
    presentationTime = Self.time(" pts: ", line)
    duration = Self.time("duration: ", line)
    isSync = !line.contains("delta-unit")
  }

  private static func time(_ name: String, _ line: Substring) -> Int64? {
    guard let found = line.range(of: name) else { return nil }
    let parts = line[found.upperBound...].prefix { $0 != "," }.split(separator: ":")
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]) else { return nil }
    let seconds = parts[2].split(separator: ".")
    guard seconds.count == 2, let whole = Int64(seconds[0]), let nanoseconds = Int64(seconds[1]) else { return nil }
    return ((hours * 60 + minutes) * 60 + whole) * 1_000_000_000 + nanoseconds
  }
}
