import AVFoundation
import TestSupport
import Testing

/// What appending to an input or an adaptor forbids.
enum AppendingMisuse: String, Misuse {
  case notReady = "WI-41 a sample appended while the input is not ready"
  case requestWithoutWriter = "WI-47 a request before the input is added"
  case requestBeforeStart = "WI-47 a request before writing starts"
  case secondRequest = "WI-47 a second request"
  case finishedWithoutWriter = "WI-50 marking an input finished that is not added"
  case finishedBeforeStart = "WI-50 marking an input finished before writing starts"
  case appendAfterFinish = "WI-52 a sample appended after the last one"
  case appendWithoutWriter = "WI-60 a sample appended to an input that is not added"
  case appendBeforeStart = "WI-60 a sample appended before writing starts"
  case otherMediaType = "WI-61 a sample of another media type"
  case adaptorOfAudio = "PB-01 an adaptor of an audio input"
  case secondAdaptor = "PB-02 a second adaptor of an input"
  case lateAdaptor = "PB-02 an adaptor made while writing"
  case poolWithoutSize = "PB-05 a pool from attributes without a size"
  case poolWithoutFormat = "PB-05 a pool from attributes without a pixel format"
  case adaptorBeforeStart = "PB-06 a picture appended before writing starts"
  case adaptorWithoutWriter = "PB-06 a picture appended to an input that is not added"
  case timeNotNumeric = "PB-07 a picture without a numeric time"
  case adaptorNotReady = "PB-08 a picture appended while the input is not ready"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .notReady, .appendAfterFinish, .adaptorNotReady: (.internalInconsistency, ["readyForMoreMediaData is NO"])
    case .requestWithoutWriter: (.internalInconsistency, ["requestMediaDataWhenReady", "added"])
    case .requestBeforeStart: (.internalInconsistency, ["requestMediaDataWhenReady", "startWriting()"])
    case .secondRequest: (.internalInconsistency, ["requestMediaDataWhenReady", "already"])
    case .finishedWithoutWriter: (.internalInconsistency, ["markAsFinished", "added"])
    case .finishedBeforeStart: (.internalInconsistency, ["markAsFinished", "startWriting()"])
    case .appendWithoutWriter, .adaptorWithoutWriter: (.internalInconsistency, ["append", "added"])
    case .appendBeforeStart, .adaptorBeforeStart: (.internalInconsistency, ["append", "startWriting()"])
    case .otherMediaType: (.invalidArgument, ["media type", "vide"])
    case .adaptorOfAudio: (.invalidArgument, ["video input"])
    case .secondAdaptor: (.invalidArgument, ["already"])
    case .lateAdaptor: (.invalidArgument, ["before writing starts"])
    case .poolWithoutSize, .poolWithoutFormat: (.internalInconsistency, ["sourcePixelBufferAttributes"])
    case .timeNotNumeric: (.invalidArgument, ["presentation time", "numeric"])
    }
  }

  func commit(in folder: URL) throws {
    let video = try WriterWithInput(in: folder)
    let alone = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    switch self {
    case .notReady:
      video.start()
      let sample = try ComputedMedia.videoSample(0, width: 1920, height: 1080)
      var index: CMTimeValue = 0
      // The encoder cannot keep up with one picture appended again and again without waiting.
      while true {
        index += 1
        let timing = CMSampleTimingInfo(
          duration: .invalid, presentationTimeStamp: CMTime(value: index, timescale: 1000), decodeTimeStamp: .invalid)
        _ = video.input.append(try CMSampleBuffer(copying: sample, withNewTiming: [timing]))
      }
    case .requestWithoutWriter: alone.requestMediaDataWhenReady(on: .global()) {}
    case .requestBeforeStart: video.input.requestMediaDataWhenReady(on: .global()) {}
    case .secondRequest:
      video.start()
      for _ in 0..<2 { video.input.requestMediaDataWhenReady(on: .global()) {} }
    case .finishedWithoutWriter: alone.markAsFinished()
    case .finishedBeforeStart: video.input.markAsFinished()
    case .appendAfterFinish:
      video.start()
      video.input.markAsFinished()
      _ = video.input.append(try ComputedMedia.videoSample(0))
    case .appendWithoutWriter: _ = alone.append(try ComputedMedia.videoSample(0))
    case .appendBeforeStart: _ = video.input.append(try ComputedMedia.videoSample(0))
    case .otherMediaType:
      video.start()
      _ = video.input.append(try ComputedMedia.audioSample(start: 0, count: 1024))
    case .adaptorOfAudio:
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      _ = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: audio, sourcePixelBufferAttributes: nil)
    case .secondAdaptor: for _ in 0..<2 { _ = adaptor(alone) }
    case .lateAdaptor:
      video.start()
      _ = adaptor(video.input)
    case .poolWithoutSize, .poolWithoutFormat:
      let format: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
      let size: [String: Any] = [kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48]
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(
        assetWriterInput: video.input, sourcePixelBufferAttributes: self == .poolWithoutSize ? format : size)
      video.start()
      _ = adaptor.pixelBufferPool
    case .adaptorWithoutWriter:
      _ = adaptor(alone).append(ComputedMedia.picture(width: 64, height: 48), withPresentationTime: .zero)
    case .adaptorBeforeStart:
      _ = adaptor(video.input).append(ComputedMedia.picture(width: 64, height: 48), withPresentationTime: .zero)
    case .timeNotNumeric:
      let adaptor = adaptor(video.input)
      video.start()
      _ = adaptor.append(ComputedMedia.picture(width: 64, height: 48), withPresentationTime: .invalid)
    case .adaptorNotReady:
      let adaptor = adaptor(video.input)
      video.start()
      video.input.markAsFinished()
      _ = adaptor.append(ComputedMedia.picture(width: 64, height: 48), withPresentationTime: .zero)
    }
  }

  private func adaptor(_ input: AVAssetWriterInput) -> AVAssetWriterInputPixelBufferAdaptor {
    AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
  }
}

@Suite("Misuse of appending")
struct AppendingMisuseTests {
  @Test(arguments: AppendingMisuse.allCases)
  func `stops the process`(_ misuse: AppendingMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as AppendingMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
