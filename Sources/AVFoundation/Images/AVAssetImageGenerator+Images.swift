public import CoreGraphics
public import CoreMedia

extension AVAssetImageGenerator {
  /// Returns the images for times, as a sequence.
  ///
  /// Images are made in the order of their times, whatever the order of the array (GI-41), and one ahead of the one that
  /// is waited for.
  public func images(for times: [CMTime]) -> Images {
    let (settings, work) = request()
    return Images(times, settings, work)
  }

  /// The images for times, one after the other.
  ///
  /// It ends after the last time, and when its task is cancelled. A copy has its own position.
  public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var times: ArraySlice<CMTime>
    private let settings: ImageSettings
    private let work: ImageWork
    /// The image for the first of the times, which is being made.
    private var ahead: AwaitedImage?

    init(_ times: [CMTime], _ settings: ImageSettings, _ work: ImageWork) {
      (self.times, self.settings, self.work) = (times.inOrder[...], settings, work)
    }

    /// Returns the sequence itself.
    public func makeAsyncIterator() -> Images { self }

    /// Returns the next image, or the reason why there is none. It is `nil` after the last one.
    public mutating func next() async -> Element? {
      guard !Task.isCancelled, let current = ahead.take() ?? begin() else { return nil }
      ahead = begin()
      return await current.element
    }

    /// Begins to make the next image.
    private mutating func begin() -> AwaitedImage? {
      times.popFirst().map { AwaitedImage(at: $0, settings, work) }
    }

    /// An image or the reason why there is none.
    @frozen
    public enum Element: Sendable {
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      case failure(requestedTime: CMTime, error: any Error)

      /// The time for which the image was requested.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: the reason why there is none: see `AVAssetImageGenerator.image(at:)`.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The time of the picture.
      ///
      /// - Throws: as `image`.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }
  }
}
