import AVFoundation

/// A program that writes all of the sound, then all of the pictures, each from a reader of its own, with one thread
/// that polls: the shape of many export functions.
struct SoundtrackFirst {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let source: URL
  let destination: URL

  func export() throws {
    let asset = AVURLAsset(url: source)
    let writer = try AVAssetWriter(outputURL: destination, fileType: .mp4)
    guard let sound = asset.tracks(withMediaType: .audio).first,
      let pictures = asset.tracks(withMediaType: .video).first
    else { throw Failure(description: "the source needs sound and pictures") }
    let soundInput = AVAssetWriterInput(
      mediaType: .audio, outputSettings: nil,
      // As clients write it: Apple's compiler refuses a conditional cast to this type.
      sourceFormatHint: sound.formatDescriptions.first.map { $0 as! CMFormatDescription })
    let pictureInput = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264,
        AVVideoWidthKey: pictures.naturalSize.width,
        AVVideoHeightKey: pictures.naturalSize.height,
        AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 1_000_000],
      ])
    pictureInput.transform = pictures.preferredTransform
    for input in [soundInput, pictureInput] {
      guard writer.canAdd(input) else { throw Failure(description: "an input cannot be added") }
      writer.add(input)
    }
    guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
    writer.startSession(atSourceTime: .zero)
    try copy(sound, settings: nil, to: soundInput, of: writer)
    try copy(
      pictures,
      settings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange],
      to: pictureInput, of: writer)
    let done = DispatchSemaphore(value: 0)
    writer.finishWriting { done.signal() }
    done.wait()
    guard writer.status == .completed else { throw writer.error ?? AVError(.unknown) }
  }

  private func copy(
    _ track: AVAssetTrack, settings: [String: Any]?, to input: AVAssetWriterInput, of writer: AVAssetWriter
  ) throws {
    guard let asset = track.asset else { throw Failure(description: "the asset is gone") }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
    while let sample = output.copyNextSampleBuffer() {
      // A client that polls sleeps between its questions.
      while !input.isReadyForMoreMediaData { Thread.sleep(forTimeInterval: 0.001) }
      guard input.append(sample) else { throw writer.error ?? AVError(.unknown) }
    }
    input.markAsFinished()
    guard reader.status == .completed else { throw reader.error ?? AVError(.unknown) }
  }
}
