import AVFoundation
import Combine

/// A segment as the writer gives it out.
struct StreamSegment {
  let index: Int
  let data: Data
  let isInitializationSegment: Bool
  let report: AVAssetSegmentReport?
}

/// A program that makes segments for HTTP Live Streaming of a movie, in the form of Apple's sample code for that: a reader
/// and a writer whose segments are published, all times delayed by ten seconds so that the sound's priming has room, a track
/// transferred on each of two queues, and their ends combined.
final class StreamSegmenter: NSObject, AVAssetWriterDelegate, @unchecked Sendable {
  static let startTimeOffset = CMTime(value: 10, timescale: 1)

  let segments = PassthroughSubject<StreamSegment, Error>()

  private let reader: AVAssetReader
  private let writer: AVAssetWriter
  private let audio: (output: AVAssetReaderOutput, input: AVAssetWriterInput)
  private let video: (output: AVAssetReaderOutput, input: AVAssetWriterInput)
  private let audioDone = PassthroughSubject<Void, Error>()
  private let videoDone = PassthroughSubject<Void, Error>()
  private var done: AnyCancellable?
  private var segmentIndex = 0

  init(asset: AVAsset, audioTrack: AVAssetTrack, videoTrack: AVAssetTrack, segmentSeconds: Double) throws {
    reader = try AVAssetReader(asset: asset)
    writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
    audio = (
      AVAssetReaderTrackOutput(track: audioTrack, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM]),
      AVAssetWriterInput(
        mediaType: .audio,
        outputSettings: [
          AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
          AVEncoderBitRateKey: 160_000,
        ])
    )
    video = (
      AVAssetReaderTrackOutput(
        track: videoTrack,
        outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]),
      AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [
          AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
          AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 600_000],
        ])
    )
    video.input.mediaTimeScale = videoTrack.naturalTimeScale
    super.init()
    for lane in [audio, video] {
      reader.add(lane.output)
      writer.add(lane.input)
    }
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    writer.preferredOutputSegmentInterval = CMTime(seconds: segmentSeconds, preferredTimescale: 1)
    writer.initialSegmentStartTime = Self.startTimeOffset
    writer.delegate = self
    done = audioDone.combineLatest(videoDone)
      .sink(receiveCompletion: { [weak self] in self?.finish($0) }, receiveValue: { _ in })
  }

  func start() {
    guard reader.startReading() else { return segments.send(completion: .failure(reader.error!)) }
    guard writer.startWriting() else { return segments.send(completion: .failure(writer.error!)) }
    writer.startSession(atSourceTime: Self.startTimeOffset)
    audio.input.requestMediaDataWhenReady(on: DispatchQueue(label: "audio")) { [weak self] in
      guard let self = self, let completion = self.transfer(self.audio.output, to: self.audio.input) else { return }
      self.audio.input.markAsFinished()
      self.audioDone.send(completion: completion)
    }
    video.input.requestMediaDataWhenReady(on: DispatchQueue(label: "video")) { [weak self] in
      guard let self = self, let completion = self.transfer(self.video.output, to: self.video.input) else { return }
      self.video.input.markAsFinished()
      self.videoDone.send(completion: completion)
    }
  }

  /// How the track ended; `nil` where the input takes no more for now.
  private func transfer(
    _ output: AVAssetReaderOutput, to input: AVAssetWriterInput
  ) -> Subscribers.Completion<Error>? {
    do {
      while input.isReadyForMoreMediaData {
        guard let sample = output.copyNextSampleBuffer() else { return .finished }
        guard input.append(try sample.delayed(by: Self.startTimeOffset)) else { throw writer.error! }
      }
    } catch {
      return .failure(error)
    }
    return nil
  }

  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?
  ) {
    let isInitializationSegment: Bool
    switch segmentType {
    case .initialization: isInitializationSegment = true
    case .separable: isInitializationSegment = false
    @unknown default: return
    }
    segments.send(
      StreamSegment(
        index: segmentIndex, data: segmentData, isInitializationSegment: isInitializationSegment, report: segmentReport)
    )
    segmentIndex += 1
  }

  private func finish(_ completion: Subscribers.Completion<Error>) {
    if case .failure = completion {
      reader.cancelReading()
      writer.cancelWriting()
      return segments.send(completion: completion)
    }
    guard reader.status == .completed else {
      writer.cancelWriting()
      return segments.send(completion: .failure(reader.error!))
    }
    writer.finishWriting {
      if self.writer.status == .completed {
        self.segments.send(completion: .finished)
      } else {
        self.segments.send(completion: .failure(self.writer.error!))
      }
    }
  }
}

extension CMSampleBuffer {
  /// A copy that begins later, by its times and by its output time.
  fileprivate func delayed(by delay: CMTime) throws -> CMSampleBuffer {
    let timings: [CMSampleTimingInfo] = try sampleTimingInfos().map {
      var timing = $0
      timing.presentationTimeStamp = $0.presentationTimeStamp + delay
      if $0.decodeTimeStamp.isValid { timing.decodeTimeStamp = $0.decodeTimeStamp + delay }
      return timing
    }
    let copy = try CMSampleBuffer(copying: self, withNewTiming: timings)
    try copy.setOutputPresentationTimeStamp(copy.outputPresentationTimeStamp + delay)
    return copy
  }
}

/// The playlist of segments, put together as they come.
struct StreamPlaylist {
  private var previous: (name: String, start: CMTime)?
  private(set) var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-MEDIA-SEQUENCE:1"]

  init(targetSeconds: Int) { lines.append("#EXT-X-TARGETDURATION:\(targetSeconds)") }

  static func name(of segment: StreamSegment) -> String {
    segment.isInitializationSegment ? "init.mp4" : "segment\(segment.index).m4s"
  }

  /// The playlist with one more segment. How long a segment lasts, the next one's start says.
  func adding(_ segment: StreamSegment) -> StreamPlaylist {
    var playlist = self
    if segment.isInitializationSegment {
      playlist.lines.append("#EXT-X-MAP:URI=\"\(Self.name(of: segment))\"")
    } else if let report = segment.report?.trackReports.first(where: { $0.mediaType == .video }) {
      playlist.end(at: report.earliestPresentationTimeStamp)
      playlist.previous = (Self.name(of: segment), report.earliestPresentationTimeStamp)
      playlist.last = report.earliestPresentationTimeStamp + report.duration
    }
    return playlist
  }

  private var last = CMTime.zero

  func closed() -> StreamPlaylist {
    var playlist = self
    playlist.end(at: last)
    playlist.lines += ["#EXT-X-ENDLIST", ""]
    return playlist
  }

  private mutating func end(at time: CMTime) {
    guard let previous = previous else { return }
    lines += [String(format: "#EXTINF:%.5f,", (time - previous.start).seconds), previous.name]
  }
}
