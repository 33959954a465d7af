import AVFoundation

/// Trims a clip and exports it with a title and an author: the form of a program from before Swift's tasks.
final class TrimExporter {
  enum Failure: Error { case noSession, failed(Error?), cancelled }

  private let asset: AVAsset
  private var session: AVAssetExportSession?

  init(url: URL) { asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]) }

  func trim(
    from start: CMTime, to end: CMTime, title: String, into outputURL: URL,
    completion: @escaping @Sendable (Result<URL, Failure>) -> Void
  ) {
    let presets = AVAssetExportSession.exportPresets(compatibleWith: asset)
    guard presets.contains(AVAssetExportPresetMediumQuality),
      let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetMediumQuality)
    else { return completion(.failure(.noSession)) }
    self.session = session
    session.outputURL = outputURL
    session.outputFileType = .mp4
    session.shouldOptimizeForNetworkUse = true
    session.timeRange = CMTimeRange(start: start, end: end)
    session.metadata = Self.metadata(title: title)
    session.exportAsynchronously {
      switch session.status {
      case .completed: completion(.success(outputURL))
      case .cancelled: completion(.failure(.cancelled))
      default: completion(.failure(.failed(session.error)))
      }
    }
  }

  var progress: Float { session?.progress ?? 0 }

  func cancel() { session?.cancelExport() }

  static func metadata(title: String) -> [AVMetadataItem] {
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = title as NSString
    item.extendedLanguageTag = "und"
    return [item]
  }
}

/// The same with a task: the form of a program of today.
struct TrimmedClip {
  var asset: AVAsset
  var range: CMTimeRange

  func export(title: String, to url: URL, onProgress: @escaping @Sendable (Double) -> Void) async throws {
    guard
      await AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetHighestQuality, with: asset, outputFileType: .mp4),
      let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)
    else { throw TrimExporter.Failure.noSession }
    session.timeRange = range
    session.metadata = TrimExporter.metadata(title: title)
    session.metadataItemFilter = .forSharing()
    let states = session.states(updateInterval: 0.05)
    let following = Task {
      for await state in states {
        switch state {
        case .pending, .waiting: break
        case .exporting(let progress): onProgress(progress.fractionCompleted)
        @unknown default: break
        }
      }
    }
    defer { following.cancel() }
    try await session.export(to: url, as: .mp4)
  }
}
