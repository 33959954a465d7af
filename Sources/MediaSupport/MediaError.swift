/// The only error type of all modules below the API: what failed, where in the media, and why.
///
/// C return codes become a `MediaError` only through `check` in MediaInterop; Apple's codes are made
/// from it only in `AVError`. The first error of a job wins; later ones are its consequences.
package struct MediaError: Error, Sendable {
  /// The kind of a failure. It alone determines exit codes and Apple's error codes.
  package enum Kind: Sendable, Hashable {
    /// The input does not exist or may not be read.
    case inputUnavailable
    /// No container that this build reads was recognized in the bytes.
    case unrecognizedFormat
    /// The container's own structure is broken.
    case damagedContainer
    /// The file ends before its container's structure does.
    case truncatedContainer
    /// The encoded media cannot be decoded.
    case damagedMedia
    case decoderNotFound
    case encoderNotFound
    /// A required library is not installed, or has another version than this build needs.
    case libraryMissing
    /// A sound device, or the server or library that it needs, is not available.
    case deviceUnavailable
    /// A setting, or a combination of settings, that cannot be honoured.
    case unsupportedSettings
    /// The container cannot carry this codec or kind of track.
    case unsupportedByContainer
    /// The container cannot refer to samples in other files.
    case referencesNotSupported
    /// The samples are in another file, which is not opened.
    case referencesForbidden
    /// The media is encrypted, and no key is known.
    case encrypted
    case outputExists
    /// The file would be larger than allowed.
    case outputTooLarge
    case outputUnavailable
    case diskFull
    case inputOutput
    case outOfMemory
    case encodingFailed
    /// A segment would begin with a sample that cannot be decoded independently.
    case segmentWithoutSyncSample
    case cancelled
    /// A composition of pictures has no instruction for a time, or contains impossible values.
    case invalidComposition
    /// A client's compositor did not make a picture.
    case compositorFailed
    /// The API was misused in a way that it reports by a status instead of stopping the process.
    case invalidOperation
    /// There is a defect in this program.
    case internalError
  }

  /// The stage in the pipeline, in the order in which a frame passes the stages.
  package enum Stage: String, Sendable {
    case opening, demuxing, decoding, processing, encoding, interleaving, writing, finishing
  }

  /// A presentation time on the asset's timeline.
  package struct Place: Sendable, Hashable {
    package var ticks: Int64
    package var timeBase: TimeBase

    package init(ticks: Int64, timeBase: TimeBase) { (self.ticks, self.timeBase) = (ticks, timeBase) }
  }

  package var kind: Kind
  package var stage: Stage
  /// The message: one sentence without its full stop, about the operation and the failure.
  package var message: String
  /// The path of the file, as the user named it.
  package var path: String?
  /// The track's identifier in its file.
  package var trackID: Int32?
  /// The presentation time on the asset's timeline. It is nil if no time is known.
  package var place: Place?
  /// The library's or the system's own code (`errno` when `kind` is an input/output kind).
  package var code: Int32?
  /// The library's last log line, when it adds to the code.
  package var libraryMessage: String?
  /// The error that the client's own code threw, if the failure comes from it.
  package var cause: (any Error)?

  package init(
    _ kind: Kind, _ stage: Stage, _ message: String, path: String? = nil, trackID: Int32? = nil,
    code: Int32? = nil, libraryMessage: String? = nil, cause: (any Error)? = nil
  ) {
    self.kind = kind
    self.stage = stage
    self.message = message
    self.path = path
    self.trackID = trackID
    self.code = code
    self.libraryMessage = libraryMessage
    self.cause = cause
  }

  /// Returns the same error with facts that an outer layer knows. Facts that the error already has do not change.
  package func adding(path: String? = nil, trackID: Int32? = nil) -> MediaError {
    var error = self
    error.path = self.path ?? path
    error.trackID = self.trackID ?? trackID
    return error
  }
}

extension MediaError: CustomStringConvertible {
  /// The failure and its position in the media.
  package var description: String {
    var whereabouts = ""
    if let trackID { whereabouts += ", track \(trackID)" }
    if let place { whereabouts += ", at \(place.timeBase.text(place.ticks))" }
    return message + whereabouts + aside
  }

  /// The failure without its position in the media.
  package var reason: String { message + aside }

  private var aside: String {
    guard let libraryMessage, !libraryMessage.isEmpty else { return "" }
    return " (\(libraryMessage))"
  }
}
