import AVFoundation
import TestSupport
import Testing

/// What a reader and its outputs forbid.
enum ReaderMisuse: String, Misuse {
  case lateTimeRange = "AR-03 a time range set while reading"
  case addedTwice = "AR-04 an output added twice"
  case otherAsset = "AR-04 an output of another asset"
  case lateOutput = "AR-04 an output added while reading"
  case secondStart = "AR-05 reading started twice"
  case lateCopying = "AR-20 alwaysCopiesSampleData set while reading"
  case readWithoutReader = "AR-22 a sample from an output that is not added"
  case readBeforeStart = "AR-22 a sample before reading starts"
  case compressedAudio = "AR-30 audio settings that are not linear PCM"
  case converterQuality = "AR-31 the sample rate converter's audio quality"
  case scalingMode = "AR-31 a scaling mode"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .lateTimeRange: (.internalInconsistency, ["timeRange", "startReading()"])
    case .addedTwice: (.invalidArgument, ["already"])
    case .otherAsset: (.invalidArgument, ["another asset"])
    case .lateOutput: (.internalInconsistency, ["startReading()"])
    case .secondStart: (.internalInconsistency, ["startReading()", "once"])
    case .lateCopying: (.internalInconsistency, ["alwaysCopiesSampleData"])
    case .readWithoutReader: (.internalInconsistency, ["not added"])
    case .readBeforeStart: (.internalInconsistency, ["copyNextSampleBuffer()", "startReading()"])
    case .compressedAudio: (.invalidArgument, ["kAudioFormatLinearPCM"])
    case .converterQuality: (.invalidArgument, [AVSampleRateConverterAudioQualityKey])
    case .scalingMode: (.invalidArgument, [AVVideoScalingModeKey])
    }
  }

  func commit(in folder: URL) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac-small.mp4"))
    let track = asset.tracks(withMediaType: .video)[0]
    let audio = asset.tracks(withMediaType: .audio)[0]
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    if self != .readWithoutReader { reader.add(output) }
    switch self {
    case .lateTimeRange, .lateOutput, .secondStart, .lateCopying: #expect(reader.startReading())
    default: break
    }
    switch self {
    case .lateTimeRange: reader.timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    case .addedTwice: reader.add(output)
    case .otherAsset:
      let other = AVURLAsset(url: asset.url)
      reader.add(AVAssetReaderTrackOutput(track: other.tracks(withMediaType: .video)[0], outputSettings: nil))
    case .lateOutput: reader.add(AVAssetReaderTrackOutput(track: audio, outputSettings: nil))
    case .secondStart: _ = reader.startReading()
    case .lateCopying: output.alwaysCopiesSampleData = false
    case .readWithoutReader, .readBeforeStart: _ = output.copyNextSampleBuffer()
    case .compressedAudio:
      _ = AVAssetReaderTrackOutput(track: audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
    case .converterQuality:
      _ = AVAssetReaderTrackOutput(
        track: audio,
        outputSettings: [
          AVFormatIDKey: kAudioFormatLinearPCM,
          AVSampleRateConverterAudioQualityKey: AVAudioQuality.high.rawValue,
        ])
    case .scalingMode:
      _ = AVAssetReaderTrackOutput(
        track: track, outputSettings: [AVVideoScalingModeKey: AVVideoScalingModeResizeAspect])
    }
  }
}

@Suite("Misuse of a reader")
struct ReaderMisuseTests {
  @Test("stops the process", arguments: ReaderMisuse.allCases)
  func stops(_ misuse: ReaderMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as ReaderMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
