import AVFoundation

/// A program that prepares an asset by keys, in the shape of the programming guide: it asks for several, switches over
/// the status of each, and goes on when all are there.
final class AssetPreparation: Sendable {
  enum Outcome: Equatable, Sendable {
    case ready(seconds: Double, kinds: [String])
    case failed(key: String, code: Int)
    case cancelled
  }

  private static let keys = ["duration", "tracks", "playable"]

  let asset: AVURLAsset

  init(url: URL) {
    asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
  }

  func prepare(completion: @escaping @Sendable (Outcome) -> Void) {
    asset.loadValuesAsynchronously(forKeys: Self.keys) { [asset] in
      for key in Self.keys {
        var error: NSError? = nil
        let status = asset.statusOfValue(forKey: key, error: &error)
        switch status {
        case .loaded:
          continue
        case .failed:
          return completion(.failed(key: key, code: error?.code ?? 0))
        case .cancelled:
          return completion(.cancelled)
        case .unknown, .loading:
          // The handler is called when every key has its final status.
          return completion(.failed(key: key, code: 0))
        @unknown default:
          return completion(.failed(key: key, code: 0))
        }
      }
      DispatchQueue.main.async {
        let kinds = asset.tracks.map(\.mediaType.rawValue)
        completion(.ready(seconds: CMTimeGetSeconds(asset.duration), kinds: kinds))
      }
    }
  }
}
