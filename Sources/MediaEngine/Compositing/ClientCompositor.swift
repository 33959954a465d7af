package import CoreMedia
package import CoreVideo
package import MediaSupport
import MediaTime

/// The compositor of a client, which makes pictures in its own way and time.
package protocol ClientCompositor: AnyObject, Sendable {
  /// The form of source pictures that it accepts.
  var sourceRequest: PictureRequest { get }

  /// Notes that pictures of a range come next.
  func begin(_ range: CMTimeRange)

  /// Returns the composed picture. It waits until the client has made it.
  ///
  /// - Throws: `MediaError` of kind `compositorFailed` if the client fails, and `cancelled` after `cancel()`.
  func compose(_ sources: CompositionSources) throws -> CVPixelBuffer

  /// Makes the pending request, and all later ones, fail at once. Any thread; does not wait.
  func cancel()
}

/// The sources of a composed picture.
package struct CompositionSources: @unchecked Sendable {
  // Sendable: decoded pictures are never written to.

  package let time: CMTime
  /// The index of the instruction.
  package let instruction: Int
  /// The pictures that are shown at the time, by their tracks.
  package let pictures: [Int32: CMSampleBuffer]
  /// The samples of other data at the time, by their tracks.
  package let data: [Int32: CMSampleBuffer]
}

extension MediaError {
  /// Returns the error for a failure of a client's compositor.
  ///
  /// - Parameters:
  ///   - what: words that continue a sentence that begins with "the video compositor".
  ///   - cause: the client's own error.
  package static func compositorFailed(_ what: String, at time: CMTime, _ cause: (any Error)? = nil) -> MediaError {
    var error = MediaError(.compositorFailed, .processing, "the video compositor \(what)", time: time)
    error.cause = cause
    return error
  }
}
