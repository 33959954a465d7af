import AVFoundation

/// Writes a clip again with the settings of a preset, in the form of a program that has a reader and a writer of its own:
/// the assistant is told the source, and the inputs take its settings and the source's formats.
struct PresetTranscoder {
  enum Failure: Error { case noPreset, notReadable(Error?), notWritable(Error?) }

  /// The best preset of those that the system offers.
  static func preset(for size: CGSize) -> AVOutputSettingsPreset? {
    let available = AVOutputSettingsAssistant.availableOutputSettingsPresets()
    let wanted: [AVOutputSettingsPreset] =
      max(size.width, size.height) > 1920
      ? [.hevc3840x2160, .preset3840x2160] : [.hevc1920x1080, .preset1920x1080, .preset1280x720]
    return wanted.first(where: available.contains)
  }

  let asset: AVAsset
  let preset: AVOutputSettingsPreset

  func write(to outputURL: URL) async throws {
    guard let assistant = AVOutputSettingsAssistant(preset: preset) else { throw Failure.noPreset }
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: outputURL, fileType: assistant.outputFileType)
    var lanes: [(output: AVAssetReaderTrackOutput, input: AVAssetWriterInput)] = []

    if let track = try await asset.loadTracks(withMediaType: .video).first {
      let (formats, rate, shortest) = try await track.load(.formatDescriptions, .nominalFrameRate, .minFrameDuration)
      assistant.sourceVideoFormat = formats.first
      if rate > 0 {
        assistant.sourceVideoAverageFrameDuration = CMTime(seconds: 1 / Double(rate), preferredTimescale: 90_000)
      }
      if shortest.isNumeric { assistant.sourceVideoMinFrameDuration = shortest }
      let pixels = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
      ]
      let input = AVAssetWriterInput(
        mediaType: .video, outputSettings: assistant.videoSettings, sourceFormatHint: assistant.sourceVideoFormat)
      input.transform = try await track.load(.preferredTransform)
      lanes.append((AVAssetReaderTrackOutput(track: track, outputSettings: pixels), input))
    }
    if let track = try await asset.loadTracks(withMediaType: .audio).first {
      assistant.sourceAudioFormat = try await track.load(.formatDescriptions).first
      let input = AVAssetWriterInput(
        mediaType: .audio, outputSettings: assistant.audioSettings, sourceFormatHint: assistant.sourceAudioFormat)
      let sound = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      lanes.append((sound, input))
    }
    for lane in lanes {
      guard reader.canAdd(lane.output), writer.canAdd(lane.input) else { throw Failure.notWritable(nil) }
      reader.add(lane.output)
      writer.add(lane.input)
    }
    guard reader.startReading() else { throw Failure.notReadable(reader.error) }
    guard writer.startWriting() else { throw Failure.notWritable(writer.error) }
    writer.startSession(atSourceTime: .zero)
    await withTaskGroup(of: Void.self) { group in
      for lane in lanes { group.addTask { await Self.copy(lane.output, lane.input) } }
    }
    guard reader.status == .completed else { throw Failure.notReadable(reader.error) }
    await writer.finishWriting()
    guard writer.status == .completed else { throw Failure.notWritable(writer.error) }
  }

  private static func copy(_ output: AVAssetReaderTrackOutput, _ input: AVAssetWriterInput) async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "lane")) {
        while input.isReadyForMoreMediaData {
          if let sample = output.copyNextSampleBuffer(), input.append(sample) { continue }
          input.markAsFinished()
          return done.resume()
        }
      }
    }
  }
}
