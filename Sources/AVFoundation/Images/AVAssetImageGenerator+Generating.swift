public import CoreGraphics
public import CoreMedia
public import Foundation

extension AVAssetImageGenerator {
  /// Returns the image for a time, and the time of its picture.
  ///
  /// A task that is cancelled meanwhile ends its own request alone, and at once (GI-45).
  /// - Throws: `AVError`: `.noImageAtTime` where the asset has no pictures, or none within the tolerances of the time;
  ///   `.operationCancelled`; and the errors of `AVAssetReader` for an asset that cannot be read or decoded there.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let (settings, work) = request()
    switch await AwaitedImage(at: time, settings, work).element {
    case .success(_, let image, let actualTime): return (image, actualTime)
    case .failure(_, let error): throw error
    case nil: throw ImageWork.cancellation
    }
  }

  /// Makes the image for a time, and calls the handler with it, with the time of its picture, and with the error where
  /// there is none.
  ///
  /// - Parameter handler: called once, on a queue of the generator's. The errors are those of `image(at:)`.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    let (settings, work) = request()
    work.perform {
      let result = Swift.Result { try work.image(at: requestedTime, settings) }
      work.tell {
        switch result {
        case .success(let (image, time)): handler(image, time, nil)
        case .failure(let error): handler(nil, .invalid, error)
        }
      }
    }
  }

  /// Makes the images for times, and calls the handler with each.
  ///
  /// Images come in the order of their times, whatever the order of the array, since decoding goes forward (GI-41).
  /// Several are made side by side where the machine has processors for that.
  /// - Parameters:
  ///   - requestedTimes: values of `CMTime`. Stops the process for an empty array.
  ///   - handler: called once for each of them, on a queue of the generator's, as soon as its image is made. The errors
  ///     are those of `image(at:)`.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    if requestedTimes.isEmpty { raise(.invalidArgument, "requestedTimes.count > 0") }
    let (settings, work) = request()
    let times = requestedTimes.map(\.timeValue).inOrder
    work.perform {
      work.images(at: times, settings) { index, result in
        switch result {
        case .success(let (image, actualTime)): handler(times[index], image, actualTime, .succeeded, nil)
        case .failure(let error):
          let isCancelled = (error as? AVError)?.code == .operationCancelled
          handler(times[index], nil, .invalid, isCancelled ? .cancelled : .failed, error)
        }
      }
    }
  }

  /// Returns the image for a time. It blocks its thread until the image is made.
  ///
  /// - Parameter actualTime: gets the time of the picture.
  /// - Throws: as `image(at:)`.
  @available(macOS, deprecated: 15, message: "Use generateCGImageAsynchronously(for:completionHandler:) instead.")
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (settings, work) = request()
    let (image, time) = try work.wait { try work.image(at: requestedTime, settings) }
    actualTime?.pointee = time
    return image
  }
}

extension [CMTime] {
  /// The times in ascending order; times that are none come last.
  var inOrder: [CMTime] {
    let numeric = filter(\.isNumeric).enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    return numeric.map(\.element) + filter { !$0.isNumeric }
  }
}
