extension ErrorCode {
  /// What to do about it, where the code alone says enough to know.
  var advice: String? {
    switch self {
    case .inputNotMedia: "this is no audio or video file that this build reads"
    case .inputTruncated, .inputDamaged, .mediaDamaged: "a fresh copy of the file may be whole"
    case .inputEmpty: "there is nothing to transcode"
    case .decoderMissing: "a copied track needs no decoder"
    case .diskFull: "free some space, or write to another disk"
    case .outOfMemory: "less may fit: smaller pictures or fewer tracks"
    case .internalError: "this is a defect of avwrite; please report it with the input"
    case .usage, .inputMissing, .inputUnreadable, .inputIsDirectory, .noTracks, .encoderMissing,
      .settingsUnsupported, .containerUnsupported, .requirementUnmet, .outputExists, .outputIsInput, .outputUnavailable,
      .outputNotRegularFile, .inputOutput, .verificationFailed, .cancelled, .presetUnknown, .settingsInvalid:
      nil
    }
  }
}
