import CoreMedia
import Synchronization

/// An image that is being made, for one task that will wait for it.
final class AwaitedImage: Sendable {
  private enum State {
    case isMade
    case awaited(CheckedContinuation<Void, Never>)
    case made(AVAssetImageGenerator.Images.Element)
  }

  private let state = Mutex(State.isMade)

  /// Begins to make an image.
  init(at time: CMTime, _ settings: ImageSettings, _ work: ImageWork) {
    // An image that nobody waits for any more is not made.
    work.perform { [weak self] in
      guard let self else { return }
      do {
        let (image, actualTime) = try work.image(at: time, settings)
        finish(.success(requestedTime: time, image: image, actualTime: actualTime))
      } catch {
        finish(.failure(requestedTime: time, error: error))
      }
    }
  }

  private func finish(_ element: AVAssetImageGenerator.Images.Element) {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      defer { state = .made(element) }
      guard case .awaited(let continuation) = state else { return nil }
      return continuation
    }
    continuation?.resume()
  }

  /// The image or the reason why there is none. One task waits for it, once.
  var element: AVAssetImageGenerator.Images.Element? {
    get async {
      await withCheckedContinuation { continuation in
        let isMade = state.withLock { state in
          if case .made = state { return true }
          state = .awaited(continuation)
          return false
        }
        if isMade { continuation.resume() }
      }
      return state.withLock { if case .made(let element) = $0 { element } else { nil } }
    }
  }
}
