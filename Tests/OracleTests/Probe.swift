import Foundation

/// A file as `ffprobe` reads it.
struct Probe: Decodable {
  struct Packet: Decodable, Equatable {
    var stream_index: Int
    var pts: Int64?
    var dts: Int64?
    var duration: Int64?
    var size: String
    var pos: String?
    var flags: String
    var data_hash: String?

    var isKey: Bool { flags.hasPrefix("K") }
  }

  struct Stream: Decodable {
    var index: Int
    var codec_type: String
    var codec_name: String?
    var profile: String?
    var width: Int?
    var height: Int?
    var sample_aspect_ratio: String?
    var pix_fmt: String?
    var color_range: String?
    var color_space: String?
    var color_transfer: String?
    var color_primaries: String?
    var chroma_location: String?
    var field_order: String?
    var sample_rate: String?
    var channels: Int?
    var time_base: String
    var start_time: String?
    var duration: String?
    var disposition: [String: Int]
    var tags: [String: String]?
    var side_data_list: [SideData]?

    struct SideData: Decodable {
      var rotation: Int?
    }

    /// Seconds in one of the stream's ticks.
    var tick: Double {
      let parts = time_base.split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] / parts[1] : 0
    }

    /// What is the stream's own, and must not change when its samples are copied.
    var facts: [String: String?] {
      [
        "codec": codec_name, "profile": profile, "width": width.map(String.init), "height": height.map(String.init),
        "pixel format": pix_fmt, "range": color_range, "matrix": color_space, "transfer": color_transfer,
        "primaries": color_primaries, "chroma": chroma_location, "sample rate": sample_rate,
        "channels": channels.map(String.init),
        "rotation": side_data_list?.compactMap(\.rotation).first.map(String.init),
        // Square pixels, an unknown language and progressive pictures are said or left out to the same effect.
        "pixel aspect": sample_aspect_ratio == "1:1" ? nil : sample_aspect_ratio,
        "language": tags?["language"] == "und" ? nil : tags?["language"],
        "fields": field_order == "progressive" ? nil : field_order,
      ]
    }
  }

  private var streams: [Stream]
  private var packets: [Packet]

  /// Audio and video streams; a cover picture is none.
  var tracks: [Stream] {
    streams.filter { ["audio", "video"].contains($0.codec_type) && $0.disposition["attached_pic"] != 1 }
  }

  func packets(of stream: Stream) -> [Packet] { packets.filter { $0.stream_index == stream.index } }

  /// - Parameter appliesEdits: whether times are the presentation's, or those of the tables as they stand.
  static func read(_ path: String, appliesEdits: Bool) throws -> Probe {
    // The option is the movie demuxer's alone.
    let isMovie = ["mov", "mp4", "m4a", "m4v", "3gp"].contains((path as NSString).pathExtension.lowercased())
    let tables = isMovie && !appliesEdits ? ["-ignore_editlist", "1"] : []
    let output = try Tool.ffprobe.run(
      ["-v", "error", "-of", "json", "-show_streams", "-show_packets", "-show_data_hash", "sha256"] + tables + [path])
    return try JSONDecoder().decode(Probe.self, from: output.bytes)
  }
}
