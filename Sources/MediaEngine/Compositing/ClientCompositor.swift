package import CoreMedia
package import CoreVideo
package import MediaSupport
import MediaTime

/// The compositor of a client, which makes pictures in its own way and time.
package protocol ClientCompositor: AnyObject, Sendable {
  /// The form of source pictures that it takes.
  var sourceRequest: PictureRequest { get }

  /// Tells that pictures of a range come next.
  func begin(_ range: CMTimeRange)

  /// Returns the composed picture, once it is there.
  ///
  /// - Throws: `MediaError` of kind `compositorFailed` where the client fails, and `cancelled` after `cancel()`.
  func compose(_ sources: CompositionSources) throws -> CVPixelBuffer

  /// Lets the picture that is waited for, and all later ones, fail at once. Any thread; does not wait.
  func cancel()
}

/// The sources of a composed picture.
package struct CompositionSources: @unchecked Sendable {
  // Sendable: nobody writes to decoded pictures.

  package let time: CMTime
  /// The instruction, by its index.
  package let instruction: Int
  /// The pictures that are shown at the time, by their tracks.
  package let pictures: [Int32: CMSampleBuffer]
  /// Other data that is there at the time, by its tracks.
  package let data: [Int32: CMSampleBuffer]
}

extension MediaError {
  /// The failure of a client's compositor.
  ///
  /// - Parameters:
  ///   - what: words that go on from "the video compositor".
  ///   - cause: the client's own error.
  package static func compositorFailed(_ what: String, at time: CMTime, _ cause: (any Error)? = nil) -> MediaError {
    var error = MediaError(.compositorFailed, .processing, "the video compositor \(what)", time: time)
    error.cause = cause
    return error
  }
}
