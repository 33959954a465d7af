import AVFoundation
import Synchronization
import TestSupport
import Testing

/// A segmenter for HTTP Live Streaming, as clients write it: a delegate that stores the segments and keeps the playlist.
private final class Segmenter: NSObject, AVAssetWriterDelegate {
  private struct State {
    var playlist = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:0"]
    var count = 0
  }

  private let folder: TemporaryFolder
  private let state = Mutex(State())

  init(_ folder: TemporaryFolder) { self.folder = folder }

  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?
  ) {
    state.withLock { state in
      let name = segmentType == .initialization ? "init.mp4" : "segment\(state.count).m4s"
      try? segmentData.write(to: folder.file(name))
      if segmentType == .initialization {
        state.playlist.append("#EXT-X-MAP:URI=\"\(name)\"")
      } else if let duration = segmentReport?.trackReports.first?.duration {
        state.count += 1
        state.playlist += ["#EXTINF:\(duration.seconds),", name]
      }
    }
  }

  /// Closes the playlist; how many segments are in it.
  func finish() throws -> Int {
    let (lines, count) = state.withLock { ($0.playlist + ["#EXT-X-ENDLIST", ""], $0.count) }
    try folder.write(lines.joined(separator: "\n"), to: "list.m3u8")
    return count
  }
}

@Suite(.enabled(if: Tool.ffprobe.isInstalled(for: "playlists of our segments are not played")))
struct StreamingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two seconds before the first sample: the sound's start has room, as Apple's sample code has it.
  private static let offset = CMTime(value: 10, timescale: 1)

  private static var videoSettings: [String: Any] {
    [
      AVVideoCodecKey: AVVideoCodecType.h264,
      AVVideoCompressionPropertiesKey: [AVVideoEncoderSpeedKey: "superfast"],
    ]
  }

  /// Decodes a fixture and encodes it to segments of a second.
  ///
  /// - Returns: how many pictures it has.
  private func segment(_ profile: AVFileTypeProfile, to segmenter: Segmenter, hasSound: Bool) async throws -> Int {
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.fixture("h264-aac.mov")))
    let writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
    writer.outputFileTypeProfile = profile
    writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
    writer.initialSegmentStartTime = Self.offset
    writer.delegate = segmenter
    let reader = try AVAssetReader(asset: asset)
    var lanes: [(AVAssetReaderTrackOutput, AVAssetWriterInput)] = []
    for track in asset.tracks where track.mediaType == .video || hasSound && track.mediaType == .audio {
      let isVideo = track.mediaType == .video
      let output = AVAssetReaderTrackOutput(
        track: track, outputSettings: isVideo ? [:] : [AVFormatIDKey: kAudioFormatLinearPCM])
      let hint = try #require(track.formatDescriptions.first as? CMFormatDescription)
      let input = AVAssetWriterInput(
        mediaType: track.mediaType,
        outputSettings: isVideo ? Self.videoSettings : [AVFormatIDKey: kAudioFormatMPEG4AAC], sourceFormatHint: hint)
      reader.add(output)
      writer.add(input)
      lanes.append((output, input))
    }
    #expect(reader.startReading())
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: Self.offset)
    var pictures = 0
    var open = lanes
    while !open.isEmpty {
      for (index, lane) in open.enumerated().reversed() {
        while !lane.1.isReadyForMoreMediaData { await Task.yield() }
        guard let sample = lane.0.copyNextSampleBuffer() else {
          lane.1.markAsFinished()
          open.remove(at: index)
          continue
        }
        if lane.1.mediaType == .video { pictures += 1 }
        var timing = try sample.sampleTimingInfos()
        for number in timing.indices {
          timing[number].presentationTimeStamp = timing[number].presentationTimeStamp + Self.offset
          timing[number].decodeTimeStamp = .invalid
        }
        #expect(lane.1.append(try CMSampleBuffer(copying: sample, withNewTiming: timing)))
      }
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    return pictures
  }

  @Test(arguments: [AVFileTypeProfile.mpeg4AppleHLS, .mpeg4CMAFCompliant], [true, false])
  func `AW-73 AW-78 a playlist of our segments plays with every picture`(
    profile: AVFileTypeProfile, hasSound: Bool
  ) async throws {
    let segmenter = Segmenter(folder)
    let pictures = try await segment(profile, to: segmenter, hasSound: hasSound)
    let count = try segmenter.finish()
    #expect(count > 1)
    let list = folder.path("list.m3u8")
    let probe = try Probe.read(list)
    let video = try #require(probe.tracks.first { $0.codec_type == "video" })
    #expect(probe.packets(of: video).count == pictures)
    #expect(probe.tracks.count == (hasSound ? 2 : 1))
    // The times are the source's. With CMAF's negative offsets it counts from the first decode time on.
    let times = probe.times("v:0")
    if profile == .mpeg4AppleHLS { #expect(times.first == Self.offset.seconds) }
    let source = try Probe.read(Files.fixture("h264-aac.mov")).times("v:0")
    for (one, other) in zip(times, source) {
      #expect(abs((one - (times.first ?? 0)) - (other - (source.first ?? 0))) < 0.001)
    }
    // Every picture decodes, in order and without a complaint.
    let frames = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v:0", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
      "csv=p=0", list,
    ]).text
    #expect(frames.contains("\(pictures)"))
  }
}
