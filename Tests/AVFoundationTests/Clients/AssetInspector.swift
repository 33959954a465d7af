import AVFoundation

/// A client that shows what a file is, in the ways in which programs of three generations ask.
struct AssetInspector {
  struct Summary: Equatable, Sendable {
    var seconds: Double
    var trackKinds: [AVMediaType]
    var title: String?
  }

  let asset: AVAsset

  init(url: URL) { asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]) }

  /// With keys, a completion handler, and a switch over their states.
  func inspectByKeys(completion: @escaping @Sendable (Result<Summary, any Error>) -> Void) {
    let keys = ["duration", "tracks", "commonMetadata"]
    asset.loadValuesAsynchronously(forKeys: keys) { [asset] in
      for key in keys {
        var error: NSError?
        switch asset.statusOfValue(forKey: key, error: &error) {
        case .loaded: continue
        case .failed: return completion(.failure(error ?? AVError(.unknown) as any Error))
        case .cancelled: return completion(.failure(CancellationError()))
        case .unknown, .loading: return completion(.failure(AVError(.unknown)))
        @unknown default: return completion(.failure(AVError(.unknown)))
        }
      }
      completion(
        .success(
          Summary(
            seconds: CMTimeGetSeconds(asset.duration), trackKinds: asset.tracks.map(\.mediaType),
            title: Self.title(in: asset.commonMetadata))))
    }
  }

  /// With properties that are awaited, at once or one by one.
  func inspect() async throws -> Summary {
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    let metadata: [AVMetadataItem]
    if #available(macOS 12, iOS 15, *) {
      metadata = try await asset.load(.commonMetadata)
    } else {
      metadata = asset.commonMetadata
    }
    let titles = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierTitle)
    return Summary(
      seconds: duration.seconds, trackKinds: tracks.map(\.mediaType),
      title: try await titles.first?.load(.stringValue))
  }

  /// What a property that is observed by its state would show.
  var durationText: String {
    switch asset.status(of: .duration) {
    case .notYetLoaded: "-"
    case .loading: "…"
    case .loaded(let duration): String(format: "%.1f s", duration.seconds)
    case .failed(let error): error.localizedDescription
    @unknown default: "?"
    }
  }

  private static func title(in metadata: [AVMetadataItem]) -> String? {
    AVMetadataItem.metadataItems(from: metadata, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common).first?
      .stringValue
  }
}
