import CoreMedia
import Synchronization

/// An image that is being made, for one task that will wait for it. A cancelled task stops waiting at once, even if
/// making the image is blocked.
final class AwaitedImage: Sendable {
  private enum State {
    case isMade
    case awaited(CheckedContinuation<Void, Never>)
    case made(AVAssetImageGenerator.Images.Element)
    case givenUp
  }

  private let state = Mutex(State.isMade)

  /// Begins to make an image.
  init(at time: CMTime, _ settings: ImageSettings, _ work: ImageWork) {
    // An image that nobody waits for any more is not made.
    work.perform { [weak self] in
      guard let self else { return }
      do {
        let (image, actualTime) = try work.image(at: time, settings)
        end(.made(.success(requestedTime: time, image: image, actualTime: actualTime)))
      } catch {
        end(.made(.failure(requestedTime: time, error: error)))
      }
    }
  }

  /// Ends the waiting: the first end counts.
  private func end(_ end: State) {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      switch state {
      case .isMade:
        state = end
        return nil
      case .awaited(let continuation):
        state = end
        return continuation
      case .made, .givenUp: return nil
      }
    }
    continuation?.resume()
  }

  /// The image or the reason why there is none; `nil` in a task that is cancelled before. One task waits for it, once.
  var element: AVAssetImageGenerator.Images.Element? {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isAwaited = state.withLock { state in
            guard case .isMade = state else { return false }
            state = .awaited(continuation)
            return true
          }
          if !isAwaited { continuation.resume() }
        }
      } onCancel: {
        end(.givenUp)
      }
      return state.withLock { if case .made(let element) = $0 { element } else { nil } }
    }
  }
}
