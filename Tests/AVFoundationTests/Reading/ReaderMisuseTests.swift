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
  case cleanAperture = "AR-31 a clean aperture"
  case pixelAspectRatio = "AR-31 a pixel aspect ratio"
  case coloursWithoutMatrix = "AR-31 colours without a matrix"
  case scaledDeepFormat = "AR-32 a deep pixel format with a size"
  case playbackPitch = "AR-33 a time pitch algorithm for playback"
  case latePitch = "AR-33 a time pitch algorithm set while reading"
  case lateRandomAccess = "AR-24 supportsRandomAccess set while reading"
  case providedRandomAccess = "AR-24 supportsRandomAccess set with a provider"
  case notATimeRange = "AR-25 a reset to a time"
  case startNotNumeric = "AR-25 a reset to a range without a start"
  case negativeDuration = "AR-25 a reset to a range of negative duration"
  case indefiniteDuration = "AR-25 a reset to a range of indefinite duration"
  case sameStarts = "AR-25 a reset to ranges of the same start"
  case backwards = "AR-25 a reset to ranges that go back"
  case overlap = "AR-25 a reset to ranges that overlap"
  case resetBeforeStart = "AR-25 a reset before reading starts"
  case resetBeforeAdding = "AR-25 a reset of an output that is not added"
  case resetBeforeEnd = "AR-25 a reset before the end of what is read"
  case resetWithoutAccess = "AR-25 a reset without random access"
  case resetAfterFinal = "AR-28 a reset of a final configuration"
  case finalBeforeStart = "AR-28 a configuration that is final before reading starts"
  case controllerBeforeEnd = "AR-25 a controller's reset before the end of what is read"
  case providerBeforeStart = "AR-22 a provider asked before start()"
  case providedTwice = "AR-04 a provider of an output that is added"
  case copiedFromProvided = "AR-60 copying from an output with a provider"
  case captionsOfVideo = "AR-61 a caption adaptor of a video track"
  case captionsBeforeAdding = "AR-61 a caption group before the output is added"
  case captionsBeforeStart = "AR-61 a caption group before reading starts"
  case secondAdaptor = "AR-61 a second adaptor of an output"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .lateTimeRange: (.internalInconsistency, ["timeRange", "startReading()"])
    case .addedTwice: (.invalidArgument, ["already"])
    case .otherAsset: (.invalidArgument, ["another asset"])
    case .lateOutput: (.internalInconsistency, ["startReading()"])
    case .secondStart: (.internalInconsistency, ["startReading()", "once"])
    case .lateCopying: (.internalInconsistency, ["alwaysCopiesSampleData"])
    case .readWithoutReader: (.internalInconsistency, ["is added to a reader"])
    case .readBeforeStart: (.internalInconsistency, ["copyNextSampleBuffer()", "startReading()"])
    case .compressedAudio: (.invalidArgument, ["kAudioFormatLinearPCM"])
    case .converterQuality: (.invalidArgument, [AVSampleRateConverterAudioQualityKey])
    case .scalingMode: (.invalidArgument, [AVVideoScalingModeKey])
    case .cleanAperture: (.invalidArgument, [AVVideoCleanApertureKey])
    case .pixelAspectRatio: (.invalidArgument, [AVVideoPixelAspectRatioKey])
    case .coloursWithoutMatrix: (.invalidArgument, [AVVideoColorPropertiesKey, AVVideoYCbCrMatrixKey])
    case .scaledDeepFormat: (.invalidArgument, ["deep", "width"])
    case .playbackPitch: (.invalidArgument, ["LowQualityZeroLatency"])
    case .latePitch: (.invalidArgument, ["audioTimePitchAlgorithm", "before reading starts"])
    case .lateRandomAccess: (.internalInconsistency, ["supportsRandomAccess", "before reading starts"])
    case .providedRandomAccess: (.internalInconsistency, ["supportsRandomAccess", "provider"])
    case .notATimeRange: (.invalidArgument, ["CMTimeRange"])
    case .startNotNumeric: (.invalidArgument, ["start", "numeric"])
    case .negativeDuration: (.invalidArgument, ["duration", "negative"])
    case .indefiniteDuration: (.invalidArgument, ["duration", "neither numeric nor positive infinity"])
    case .sameStarts, .backwards: (.invalidArgument, ["order"])
    case .overlap: (.invalidArgument, ["overlap"])
    case .resetBeforeStart, .finalBeforeStart: (.internalInconsistency, ["startReading()"])
    case .resetBeforeAdding: (.internalInconsistency, ["is added to a reader"])
    case .resetBeforeEnd: (.internalInconsistency, ["reset(forReadingTimeRanges:)", "nil"])
    case .resetWithoutAccess: (.internalInconsistency, ["supportsRandomAccess"])
    case .resetAfterFinal: (.internalInconsistency, ["markConfigurationAsFinal()"])
    case .controllerBeforeEnd: (.internalInconsistency, ["resetForReading(timeRanges:)", "nil"])
    case .providerBeforeStart: (.internalInconsistency, ["next()", "startReading()"])
    case .providedTwice: (.invalidArgument, ["adaptor"])
    case .copiedFromProvided: (.internalInconsistency, ["provider"])
    case .captionsOfVideo: (.invalidArgument, ["caption adaptor", "text"])
    case .captionsBeforeAdding: (.internalInconsistency, ["nextCaptionGroup()", "is added to a reader"])
    case .captionsBeforeStart: (.internalInconsistency, ["nextCaptionGroup()", "startReading()"])
    case .secondAdaptor: (.invalidArgument, ["adaptor", "already"])
    }
  }

  func commit(in folder: URL) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac-small.mp4"))
    let track = asset.tracks(withMediaType: .video)[0]
    let audio = asset.tracks(withMediaType: .audio)[0]
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    if ![.readWithoutReader, .resetBeforeAdding].contains(self) { reader.add(output) }
    switch self {
    case .lateTimeRange, .lateOutput, .secondStart, .lateCopying, .lateRandomAccess: #expect(reader.startReading())
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
    case .lateRandomAccess: output.supportsRandomAccess = true
    default: try commitMore(asset, reader, output)
    }
  }

  private func commitMore(_ asset: AVAsset, _ reader: AVAssetReader, _ output: AVAssetReaderTrackOutput) throws {
    let video = asset.tracks(withMediaType: .video)[0]
    func make(_ settings: [String: Any]) { _ = AVAssetReaderTrackOutput(track: video, outputSettings: settings) }
    switch self {
    case .cleanAperture: make([AVVideoCleanApertureKey: [String: Any]()])
    case .pixelAspectRatio: make([AVVideoPixelAspectRatioKey: [String: Any]()])
    case .coloursWithoutMatrix:
      make([
        AVVideoColorPropertiesKey: [
          AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
          AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        ]
      ])
    case .scaledDeepFormat:
      make([
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_4444AYpCbCr16,
        kCVPixelBufferWidthKey as String: 80,
      ])
    case .playbackPitch:
      output.audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")
    case .latePitch:
      #expect(reader.startReading())
      output.audioTimePitchAlgorithm = .timeDomain
    case .captionsOfVideo, .captionsBeforeAdding, .captionsBeforeStart, .secondAdaptor: try commitWithCaptions()
    case .providedRandomAccess, .controllerBeforeEnd, .providerBeforeStart, .providedTwice, .copiedFromProvided:
      try commitWithProvider(asset)
    default: try commitReset(reader, output)
    }
  }

  /// A reset to a range that is fine, unless that is the mistake.
  private func commitReset(_ reader: AVAssetReader, _ output: AVAssetReaderTrackOutput) throws {
    func range(_ start: Int64, _ duration: CMTime) -> CMTimeRange {
      CMTimeRange(start: CMTime(value: start, timescale: 10), duration: duration)
    }
    let tenth = CMTime(value: 1, timescale: 10)
    let ranges: [CMTimeRange] =
      switch self {
      case .startNotNumeric: [CMTimeRange(start: .positiveInfinity, duration: tenth)]
      case .negativeDuration: [range(1, CMTime(value: -1, timescale: 10))]
      case .indefiniteDuration: [range(1, .indefinite)]
      case .sameStarts: [range(1, tenth), range(1, tenth)]
      case .backwards: [range(3, tenth), range(1, tenth)]
      case .overlap: [range(1, CMTime(value: 3, timescale: 10)), range(3, tenth)]
      default: [range(1, tenth), range(2, tenth)]
      }
    if self != .resetWithoutAccess { output.supportsRandomAccess = true }
    if self == .finalBeforeStart { output.markConfigurationAsFinal() }
    if self != .resetBeforeStart { #expect(reader.startReading()) }
    if self == .resetAfterFinal { output.markConfigurationAsFinal() }
    if ![.resetBeforeStart, .resetBeforeEnd, .resetBeforeAdding].contains(self) {
      while output.copyNextSampleBuffer() != nil {}
    }
    let values = self == .notATimeRange ? [NSValue(time: .zero)] : ranges.map(NSValue.init(timeRange:))
    output.reset(forReadingTimeRanges: values)
  }

  private func commitWithProvider(_ asset: AVAsset) throws {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .video)[0], outputSettings: nil)
    if self == .controllerBeforeEnd {
      let (_, controller) = reader.outputProviderWithRandomAccess(for: output)
      try reader.start()
      return controller.resetForReading(timeRanges: [CMTimeRange(start: .zero, duration: .positiveInfinity)])
    }
    let provider = reader.outputProvider(for: output)
    switch self {
    case .providedRandomAccess: output.supportsRandomAccess = true
    case .providedTwice: _ = try AVAssetReader(asset: asset).outputProvider(for: output)
    case .copiedFromProvided:
      try reader.start()
      _ = output.copyNextSampleBuffer()
    default:
      let isOver = DispatchSemaphore(value: 0)
      Task {
        _ = try await provider.next()
        isOver.signal()
      }
      isOver.wait()
    }
  }

  private func commitWithCaptions() throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-two-audio.mp4"))
    let video = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .video)[0], outputSettings: nil)
    if self == .captionsOfVideo { _ = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: video) }
    let output = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .subtitle)[0], outputSettings: nil)
    let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
    if self == .secondAdaptor { _ = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output) }
    let reader = try AVAssetReader(asset: asset)
    if self == .captionsBeforeStart { reader.add(output) }
    _ = adaptor.nextCaptionGroup()
  }
}

@Suite("Misuse of a reader")
struct ReaderMisuseTests {
  @Test(arguments: ReaderMisuse.allCases)
  func `stops the process`(_ misuse: ReaderMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as ReaderMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
