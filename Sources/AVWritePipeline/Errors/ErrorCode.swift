internal import Glibc

/// The stable name of the cause that stopped a job. Scripts match on it; sentences may change.
public enum ErrorCode: String, Sendable, Hashable, Codable, CaseIterable {
  case usage = "E_USAGE"
  case inputMissing = "E_INPUT_MISSING"
  case inputUnreadable = "E_INPUT_UNREADABLE"
  case inputIsDirectory = "E_INPUT_IS_DIRECTORY"
  /// The bytes are of no container that this build reads.
  case inputNotMedia = "E_INPUT_NOT_MEDIA"
  /// The container ends before its media does.
  case inputTruncated = "E_INPUT_TRUNCATED"
  /// The container's own tables are broken.
  case inputDamaged = "E_INPUT_DAMAGED"
  /// A sample lies in the file but cannot be decoded.
  case mediaDamaged = "E_MEDIA_DAMAGED"
  /// The container is whole and holds no media.
  case inputEmpty = "E_INPUT_EMPTY"
  /// No track of the input is left to be written.
  case noTracks = "E_NO_TRACKS"
  case decoderMissing = "E_DECODER_MISSING"
  case encoderMissing = "E_ENCODER_MISSING"
  /// A library that does the work is not installed.
  case libraryMissing = "E_LIBRARY_MISSING"
  case settingsUnsupported = "E_SETTINGS_UNSUPPORTED"
  /// A sound device, or the server or library that leads to it, is not there.
  case deviceMissing = "E_DEVICE_MISSING"
  /// The scheduler of a cluster does not answer or refuses the job, or a machine of it cannot do its part.
  case clusterUnavailable = "E_CLUSTER"
  case containerUnsupported = "E_CONTAINER_UNSUPPORTED"
  /// The container or a codec has no place for a fact that has to be kept.
  case requirementUnmet = "E_REQUIREMENT"
  case outputExists = "E_OUTPUT_EXISTS"
  case outputIsInput = "E_OUTPUT_IS_INPUT"
  /// The output's folder is missing or may not be written.
  case outputUnavailable = "E_OUTPUT_UNAVAILABLE"
  /// The output's name belongs to a directory, a device, a FIFO or a socket.
  case outputNotRegularFile = "E_OUTPUT_NOT_REGULAR_FILE"
  case diskFull = "E_DISK_FULL"
  case inputOutput = "E_IO"
  case outOfMemory = "E_OUT_OF_MEMORY"
  case verificationFailed = "E_VERIFY"
  /// Several passes did not reach the size, bit rate or similarity that was asked for.
  case targetMissed = "E_TARGET"
  case cancelled = "E_CANCELLED"
  /// A signal ended a job that can be resumed.
  case stopped = "E_STOPPED"
  case internalError = "E_INTERNAL"
  case presetUnknown = "E_PRESET_UNKNOWN"
  /// A file of settings cannot be read, or has a key or a value that does not exist.
  case settingsInvalid = "E_SETTINGS_INVALID"

  /// The exit code that tells a shell the same.
  public var exit: JobExit {
    switch self {
    case .usage: .usage
    case .inputMissing, .inputUnreadable, .inputIsDirectory: .inputUnavailable
    case .inputNotMedia: .notMedia
    case .inputTruncated, .inputDamaged, .mediaDamaged, .inputEmpty: .damagedInput
    case .noTracks, .decoderMissing, .encoderMissing, .libraryMissing, .settingsUnsupported, .deviceMissing,
      .clusterUnavailable, .containerUnsupported, .requirementUnmet:
      .unavailable
    case .outputExists, .outputIsInput, .outputUnavailable, .outputNotRegularFile: .outputRefused
    case .diskFull, .inputOutput: .inputOutput
    case .verificationFailed: .verificationFailed
    case .targetMissed: .targetMissed
    case .outOfMemory, .internalError: .internalError
    case .stopped: .resumable
    case .cancelled: .interrupted(by: SIGINT)
    case .presetUnknown, .settingsInvalid: .badSettings
    }
  }
}
