import Foundation

/// A file as `ffprobe` reads it.
package struct Probe: Decodable {
  package struct Packet: Decodable, Equatable {
    package var stream_index: Int
    package var pts: Int64?
    package var pts_time: String?
    package var dts: Int64?
    package var duration: Int64?
    package var size: String
    package var pos: String?
    package var flags: String
    package var data_hash: String?

    package var isKey: Bool { flags.hasPrefix("K") }
  }

  package struct Stream: Decodable {
    package var index: Int
    package var codec_type: String
    package var codec_name: String?
    package var profile: String?
    package var width: Int?
    package var height: Int?
    package var sample_aspect_ratio: String?
    package var pix_fmt: String?
    package var color_range: String?
    package var color_space: String?
    package var color_transfer: String?
    package var color_primaries: String?
    package var chroma_location: String?
    package var field_order: String?
    /// The number of pictures that a decoder holds back to reorder them. It is `nil` for streams without pictures.
    package var has_b_frames: Int?
    package var sample_rate: String?
    package var channels: Int?
    package var time_base: String
    package var start_time: String?
    package var duration: String?
    package var disposition: [String: Int]
    package var tags: [String: String]?
    package var side_data_list: [SideData]?

    package struct SideData: Decodable {
      package var rotation: Int?
    }

    /// The duration of the stream's tick in seconds.
    package var tick: Double {
      let parts = time_base.split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] / parts[1] : 0
    }

    /// The facts about the stream that must not change when its samples are copied.
    package var facts: [String: String?] {
      [
        "codec": codec_name, "profile": profile, "width": width.map(String.init), "height": height.map(String.init),
        "pixel format": pix_fmt, "range": color_range, "matrix": color_space, "transfer": color_transfer,
        "primaries": color_primaries, "chroma": chroma_location, "sample rate": sample_rate,
        "channels": channels.map(String.init),
        "rotation": side_data_list?.compactMap(\.rotation).first.map(String.init),
        // Square pixels, an unknown language and progressive pictures may be stated or left out with the same effect.
        "pixel aspect": sample_aspect_ratio == "1:1" ? nil : sample_aspect_ratio,
        "language": tags?["language"] == "und" ? nil : tags?["language"],
        "fields": field_order == "progressive" ? nil : field_order,
      ]
    }
  }

  /// All of them: cover pictures and data too.
  package var streams: [Stream]
  package var packets: [Packet]

  /// Audio and video streams, without cover pictures.
  package var tracks: [Stream] {
    streams.filter { ["audio", "video"].contains($0.codec_type) && $0.disposition["attached_pic"] != 1 }
  }

  /// The packets of a stream, in the order of the file.
  package func packets(of stream: Stream) -> [Packet] { packets.filter { $0.stream_index == stream.index } }

  /// Presentation times in seconds, sorted, of a stream by ffprobe's short name for it: `v:0`, `a:1`, or `2`, of all.
  package func times(_ name: String) -> [Double] {
    stream(name).map(packets(of:))?.compactMap { $0.pts_time.flatMap(Double.init) }.sorted() ?? []
  }

  /// A hash of each packet's bytes, in the order of the file, of a stream by its short name.
  package func hashes(_ name: String) -> [String] { stream(name).map(packets(of:))?.compactMap(\.data_hash) ?? [] }

  /// Returns the positions in the file, in bytes, of the packets of a stream with a short name.
  package func positions(_ name: String) -> [Int] {
    stream(name).map(packets(of:))?.compactMap { $0.pos.flatMap { Int($0) } } ?? []
  }

  private func stream(_ name: String) -> Stream? {
    let parts = name.split(separator: ":")
    guard let number = parts.last.flatMap({ Int($0) }) else { return nil }
    let among = parts.count == 1 ? streams : streams.filter { $0.codec_type.hasPrefix(parts[0]) }
    return among.indices.contains(number) ? among[number] : nil
  }

  /// - Parameter appliesEdits: whether times are the presentation's, or those of the tables as they stand.
  package static func read(_ path: String, appliesEdits: Bool = true) throws -> Probe {
    // The option is the movie demuxer's alone.
    let isMovie = ["mov", "mp4", "m4a", "m4v", "3gp"].contains((path as NSString).pathExtension.lowercased())
    let tables = isMovie && !appliesEdits ? ["-ignore_editlist", "1"] : []
    let output = try Tool.ffprobe.run(
      ["-v", "error", "-of", "json", "-show_streams", "-show_packets", "-show_data_hash", "sha256"] + tables + [path])
    return try JSONDecoder().decode(Probe.self, from: output.data)
  }

  /// Fields of a stream in ffprobe's own words, by its short name.
  package static func values(of path: String, stream: String, fields: [String]) throws -> [String: String] {
    let text = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", stream, "-show_entries", "stream=" + fields.joined(separator: ","),
      "-of", "default=noprint_wrappers=1", path,
    ]).text
    return text.split(separator: "\n").reduce(into: [:]) { values, line in
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
  }
}
