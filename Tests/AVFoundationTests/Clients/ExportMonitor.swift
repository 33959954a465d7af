import AVFoundation

/// A program with strict concurrency: an actor encodes, a model on the main actor follows it by key-value observation and
/// by notifications, and assets, tracks and writers cross from one to the other.
actor Exporter {
  static let didFinish = Notification.Name("ExporterDidFinish")

  let writer: AVAssetWriter
  let input: AVAssetWriterInput
  private let output: AVAssetReaderTrackOutput
  private let reader: AVAssetReader

  init(asset: AVURLAsset, to url: URL) async throws {
    guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw AVError(.noSourceTrack) }
    reader = try AVAssetReader(asset: asset)
    output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    input = AVAssetWriterInput(
      mediaType: .video, outputSettings: nil, sourceFormatHint: try await track.load(.formatDescriptions).first)
    input.transform = try await track.load(.preferredTransform)
    reader.add(output)
    writer.add(input)
  }

  func export(notifying center: NotificationCenter) async throws {
    guard reader.startReading(), writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
    writer.startSession(atSourceTime: .zero)
    await withCheckedContinuation { done in
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "export")) { [input, output] in
        while input.isReadyForMoreMediaData {
          guard let sample = output.copyNextSampleBuffer(), input.append(sample) else {
            input.markAsFinished()
            return done.resume()
          }
        }
      }
    }
    await writer.finishWriting()
    center.post(name: Self.didFinish, object: writer)
  }
}

/// What an interface shows of an export.
@MainActor
final class ExportMonitor {
  private(set) var readiness: [Bool] = []
  private(set) var isFinished = false
  private var observation: NSKeyValueObservation?
  private var listening: Task<Void, Never>?

  /// Follows the export until it ends.
  func follow(_ exporter: Exporter, center: NotificationCenter) {
    observation = exporter.input.observe(\.isReadyForMoreMediaData, options: [.initial, .new]) {
      [weak self] _, change in
      guard let isReady = change.newValue else { return }
      Task { @MainActor in self?.readiness.append(isReady) }
    }
    let finished = center.notifications(named: Exporter.didFinish, object: exporter.writer).makeAsyncIterator()
    listening = Task { [weak self] in
      var finished = finished
      _ = await finished.next(isolation: #isolation)
      self?.isFinished = true
    }
  }

  func end() async {
    await listening?.value
    observation?.invalidate()
  }
}
