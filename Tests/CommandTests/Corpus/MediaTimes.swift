internal import Foundation
internal import TestSupport

/// What `ffprobe` reads in a file: each track's frames and packets in time.
struct MediaTimes {
  struct Track {
    var index: Int
    var isVideo: Bool
    /// `nil` for one that `ffprobe` does not know.
    var codec: String?
    var isCoverPicture: Bool
    var sampleRate: Double
    /// Presentation times of the decoded frames in seconds, sorted.
    var frames: [Double] = []
    /// Of decoded audio.
    var sampleCount = 0
    var lastFrameSampleCount = 0
    /// Presentation times of the packets that are shown, in seconds, sorted.
    var packets: [Double] = []
    var packetCount = 0
    /// The first packet's presentation time, in seconds; `nil` where it is not shown.
    var firstPacket: Double?
    /// End of the last packet that is shown, in seconds.
    var end = 0.0
    /// Sum of the packets' durations that are shown, in seconds.
    var packetDuration = 0.0

    /// Without what an open group of pictures shows before its key frame, where the stream begins with one: it needs
    /// pictures that are not there.
    var decodablePackets: [Double] { packets.filter { $0 >= firstPacket ?? $0 } }

    var start: Double? { frames.first ?? decodablePackets.first }

    /// Samples from the first to the end of the last, holes between them included.
    var spannedSampleCount: Int {
      guard let first = frames.first, let last = frames.last else { return sampleCount }
      return Int(((last - first) * sampleRate).rounded()) + lastFrameSampleCount
    }
  }

  /// The tracks of video and audio that have media, without cover pictures.
  var tracks: [Track] = []

  var video: [Track] { tracks.filter(\.isVideo) }
  var audio: [Track] { tracks.filter { !$0.isVideo } }
  var start: Double { tracks.compactMap(\.start).min() ?? 0 }

  init(of path: String, decoding: Bool = true) throws {
    let document = try Self.probe(path, decoding: decoding)
    var all: [Int: Track] = [:]
    var timeBases: [Int: Double] = [:]
    for stream in document.streams ?? [] where ["video", "audio"].contains(stream.codec_type) {
      all[stream.index] = Track(
        index: stream.index, isVideo: stream.codec_type == "video", codec: stream.codec_name,
        isCoverPicture: stream.disposition?.attached_pic == 1,
        sampleRate: stream.sample_rate.flatMap(Double.init) ?? 0)
      let parts = stream.time_base.split(separator: "/").compactMap { Double($0) }
      timeBases[stream.index] = parts[0] / parts[1]
    }
    let isMatroska = [".mkv", ".webm", ".mka"].contains { path.hasSuffix($0) }
    for item in document.items {
      guard let index = item.stream_index, all[index] != nil, let unit = timeBases[index] else { continue }
      let isPriming = isMatroska && !all[index]!.isVideo && item.isPriming(unit, all[index]!.sampleRate)
      if item.isFrame {
        if isPriming { continue }
        if let time = item.best_effort_timestamp { all[index]!.frames.append(Double(time) * unit) }
        all[index]!.sampleCount += item.nb_samples ?? 0
        all[index]!.lastFrameSampleCount = item.nb_samples ?? 0
      } else {
        all[index]!.packetCount += 1
        guard let time = item.pts, item.flags?.contains("D") != true, !isPriming else { continue }
        all[index]!.packets.append(Double(time) * unit)
        all[index]!.packetDuration += Double(item.duration ?? 0) * unit
        all[index]!.end = max(all[index]!.end, Double(time + (item.duration ?? 0)) * unit)
        if all[index]!.packetCount == 1 { all[index]!.firstPacket = Double(time) * unit }
      }
    }
    tracks = all.values.filter { $0.packetCount > 0 && !$0.isCoverPicture }.sorted { $0.index < $1.index }
    for index in tracks.indices {
      tracks[index].frames.sort()
      tracks[index].packets.sort()
    }
  }

  // MARK: ffprobe's JSON

  private struct Document: Decodable {
    var streams: [Stream]?
    var packets: [Item]?
    var frames: [Item]?
    var packets_and_frames: [Item]?

    var items: [Item] { packets_and_frames ?? (packets ?? []) + (frames ?? []) }
  }

  private struct Stream: Decodable {
    struct Disposition: Decodable { var attached_pic: Int }
    var index: Int
    var codec_type: String?
    var codec_name: String?
    var time_base: String
    var sample_rate: String?
    var disposition: Disposition?
  }

  private struct Item: Decodable {
    var type: String?
    var stream_index: Int?
    var pts: Int64?
    var duration: Int64?
    var best_effort_timestamp: Int64?
    var nb_samples: Int?
    var media_type: String?
    var flags: String?

    var isFrame: Bool { type == "frame" || media_type != nil }

    /// Whether sound of Matroska lies before zero, but for its rounding: what `CodecDelay` tells to discard (RFC 9559,
    /// 5.1.4.1.25), and `ffprobe` decodes all the same.
    func isPriming(_ unit: Double, _ sampleRate: Double) -> Bool {
      guard let time = best_effort_timestamp ?? pts, time < 0, sampleRate > 0 else { return false }
      let length = nb_samples.map { Double($0) / sampleRate } ?? Double(duration ?? 0) * unit
      return Double(time) * unit + length < 0.001
    }
  }

  private static func probe(_ path: String, decoding: Bool) throws -> Document {
    let arguments =
      [
        "-v", "quiet", "-of", "json", "-show_streams", "-show_packets", "-show_entries",
        "stream=index,codec_type,codec_name,time_base,sample_rate:stream_disposition=attached_pic:packet=stream_index,pts,duration,flags"
          + ":frame=media_type,stream_index,best_effort_timestamp,nb_samples",
      ] + (decoding ? ["-show_frames"] : []) + [path]
    return try JSONDecoder().decode(Document.self, from: Tool.ffprobe.run(arguments).data)
  }
}
