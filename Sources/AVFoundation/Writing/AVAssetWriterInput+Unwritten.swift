import MediaEngine
import MediaSupport
import Synchronization

/// Media that Apple's writer accepts and this one does not.
enum UnwrittenMedia {
  case captions, taggedPixelBuffers

  var error: MediaError {
    let name =
      switch self {
      case .captions: "captions"
      case .taggedPixelBuffers: "tagged pixel buffers (multi-layer video)"
      }
    return MediaError(.encoderNotFound, .encoding, "\(name) cannot be written: this build has no encoder for them")
  }
}

extension AVAssetWriterInput {
  /// Fails the writer for media that it does not write, as for any that it cannot encode.
  ///
  /// - Returns: `false`, the answer of an append that failed.
  func refuse(_ media: UnwrittenMedia, call: String) -> Bool {
    startedTrack(for: call)?.fail(media.error)
    return false
  }

  /// Stops the process unless an adaptor may be made for this input.
  func requireAdaptable(_ name: String, to mediaTypes: [AVMediaType]) {
    if !mediaTypes.contains(mediaType) {
      let names = mediaTypes.map(\.rawValue).joined(separator: " or ")
      raise(.invalidArgument, "\(name) needs an input of media type \(names)")
    }
    if let writer = state.withLock({ $0.writer }), writer.status != .unknown {
      raise(.invalidArgument, "\(name) must be created before writing starts")
    }
  }
}
