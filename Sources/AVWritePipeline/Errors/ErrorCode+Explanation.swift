extension ErrorCode {
  /// The meaning of a code, for somebody who meets it.
  public struct Explanation: Sendable, Hashable {
    /// The event, in a sentence without its full stop.
    public var meaning: String
    /// The advice, in a sentence without its full stop.
    public var remedy: String
    /// A Boolean value that says whether the remedy applies to every error of the code, and is printed with each.
    var isHint = false

    fileprivate init(_ meaning: String, _ remedy: String, isHint: Bool = false) {
      self.meaning = meaning
      self.remedy = remedy
      self.isHint = isHint
    }
  }

  /// The remedy, if it follows from the code alone. It is nil otherwise.
  var advice: String? { explanation.isHint ? explanation.remedy : nil }

  /// The meaning of the code, and the remedy.
  public var explanation: Explanation {
    switch self {
    case .usage:
      Explanation(
        "the options are wrong, contradict each other or cannot be met", "avwrite help COMMAND lists the options")
    case .inputMissing:
      Explanation("the input does not exist", "check the spelling of its name, and that its disk is mounted")
    case .inputUnreadable:
      Explanation(
        "the input exists but cannot be read", "check its permissions; for a URL, check what the server answers")
    case .inputIsDirectory: Explanation("the input is a directory", "give the files in it, or use avwrite batch")
    case .inputNotMedia:
      Explanation(
        "the input is in no container format that this build knows",
        "give an audio or video file in a format that this build reads", isHint: true)
    case .inputTruncated:
      Explanation("the input is cut off: it ends before its media does", "try a fresh copy of the file", isHint: true)
    case .inputDamaged:
      Explanation("the index or the headers of the input are damaged", "try a fresh copy of the file", isHint: true)
    case .mediaDamaged:
      Explanation("a sample of the input cannot be decoded", "try a fresh copy of the file", isHint: true)
    case .inputEmpty:
      Explanation("the input is intact but contains no media", "there is nothing to transcode", isHint: true)
    case .noTracks:
      Explanation(
        "there is no track to write, or a track that was named does not exist",
        "avwrite inspect lists the tracks; --plan says why a track is left out")
    case .decoderMissing:
      Explanation("this build has no decoder for a track", "transcode --copy needs no decoder", isHint: true)
    case .encoderMissing:
      Explanation(
        "the library of an encoder is not installed, or does not support what was asked",
        "avwrite formats lists the encoders for each container")
    case .libraryMissing:
      Explanation(
        "a library that the job needs is not installed, or has another version than this build needs",
        "install the package that the error names; avwrite --version lists all libraries")
    case .settingsUnsupported:
      Explanation(
        "an encoder or decoder does not support these settings",
        "leave out size, profile, sample format and channels one by one to find the cause")
    case .deviceMissing:
      Explanation(
        "a sound device, its server or its library is missing",
        "leave out --device: the default device is used, or none if there is none")
    case .clusterUnavailable:
      Explanation(
        "a cluster's scheduler does not answer or refused the job, or one of its machines cannot do its part",
        "check that squeue answers, that all machines share the folders and that all have the same avwrite")
    case .containerUnsupported:
      Explanation(
        "the container cannot carry a track, a codec or an addition",
        "use a container that can: the error names one, and avwrite formats lists all")
    case .requirementUnmet:
      Explanation(
        "a fact that --require names cannot be kept",
        "choose another container or codec; --plan lists what is lost and why")
    case .outputExists:
      Explanation(
        "the output exists already, and was left as it is", "choose another name, or replace it with --force")
    case .outputIsInput:
      Explanation("the output is the same file as the input, perhaps through a link", "choose another name")
    case .outputUnavailable:
      Explanation("the output cannot be created", "check that its folder exists and that you may write there")
    case .outputNotRegularFile:
      Explanation(
        "the output's name belongs to a directory, device, pipe or socket",
        "choose another name, or '-' for the standard output")
    case .diskFull:
      Explanation("there is no space left for the output", "free some space, or write to another disk", isHint: true)
    case .inputOutput:
      Explanation("a file could not be read or written", "check the disk and the system's log")
    case .outOfMemory:
      Explanation("there is not enough memory for the job", "try smaller pictures or fewer tracks", isHint: true)
    case .verificationFailed:
      Explanation(
        "the finished output failed its verification, and was removed",
        "please report it with the input; --no-verify keeps such an output")
    case .targetMissed:
      Explanation(
        "the size, bit rate or SSIM that was asked for was not reached in several passes, and the output was removed",
        "choose another target, or keep the closest result with --best-effort")
    case .cancelled: Explanation("a signal ended the job, and its output was removed", "start it again")
    case .stopped:
      Explanation(
        "a signal ended a job that encodes in segments; its finished segments are in a hidden folder beside the output",
        "run the same command again to resume; other settings for this output start over", isHint: true)
    case .internalError:
      Explanation(
        "avwrite met a state that should be impossible", "this is a defect of avwrite; please report it with the input",
        isHint: true)
    case .presetUnknown: Explanation("there is no preset of this name", "avwrite presets lists all presets")
    case .settingsInvalid:
      Explanation(
        "a preset, settings or job file cannot be read, or has a wrong key or value",
        "correct the line that the error names; avwrite presets NAME prints a file to start from")
    }
  }
}
