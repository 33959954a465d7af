extension ErrorCode {
  /// The meaning of a code, for somebody who meets it.
  public struct Explanation: Sendable, Hashable {
    /// The event, in a sentence without its full stop.
    public var meaning: String
    /// The advice, in a sentence without its full stop.
    public var remedy: String
    /// A Boolean value that says whether the remedy holds for every error of the code, and is told with each.
    var isHint = false

    fileprivate init(_ meaning: String, _ remedy: String, isHint: Bool = false) {
      self.meaning = meaning
      self.remedy = remedy
      self.isHint = isHint
    }
  }

  /// The remedy, where the code alone is enough to know it; nil where it is not.
  var advice: String? { explanation.isHint ? explanation.remedy : nil }

  /// The meaning of the code, and the remedy.
  public var explanation: Explanation {
    switch self {
    case .usage:
      Explanation("the call asks for what cannot be, or contradicts itself", "avwrite help COMMAND lists the options")
    case .inputMissing:
      Explanation("the input is not there", "look for a slip in its name, and for a disk that is not mounted")
    case .inputUnreadable:
      Explanation(
        "the input is there and may not or cannot be read", "look at its permissions; of a URL, at what the server says"
      )
    case .inputIsDirectory: Explanation("the input is a directory", "name the files in it")
    case .inputNotMedia:
      Explanation(
        "the bytes of the input are of no container that is known",
        "this is no audio or video file that this build reads", isHint: true)
    case .inputTruncated:
      Explanation("the input ends before its media does", "a fresh copy of the file may be whole", isHint: true)
    case .inputDamaged:
      Explanation("the tables of the input are broken", "a fresh copy of the file may be whole", isHint: true)
    case .mediaDamaged:
      Explanation("a sample of the input does not decode", "a fresh copy of the file may be whole", isHint: true)
    case .inputEmpty:
      Explanation("the input is whole and holds no media", "there is nothing to transcode", isHint: true)
    case .noTracks:
      Explanation(
        "no track of the input is left to be written, or one that was named is not there",
        "avwrite inspect lists the tracks; --plan says why each is left out")
    case .decoderMissing:
      Explanation("this build has no decoder for a track", "a copied track needs no decoder", isHint: true)
    case .encoderMissing:
      Explanation(
        "an encoder is not built into the library, or cannot do what was asked",
        "avwrite formats lists what is encoded for each container")
    case .libraryMissing:
      Explanation(
        "a library that does the work is not installed, or is of another version than this build is for",
        "install the package that the error names; avwrite --version lists all libraries")
    case .settingsUnsupported:
      Explanation(
        "an encoder or decoder does not take these settings",
        "leave out one after the other: size, profile, sample format, channels")
    case .deviceMissing:
      Explanation(
        "a sound device, or the server or library that leads to it, is not there",
        "avwrite play without --device uses the default device, or plays in silence where there is none")
    case .containerUnsupported:
      Explanation(
        "the container cannot carry what it is to carry",
        "avwrite formats lists what each carries; the error names one that does")
    case .requirementUnmet:
      Explanation(
        "what --require names cannot be kept", "choose another container or codec; --plan tells what is lost and why")
    case .outputExists:
      Explanation(
        "a file of the output's name is there, and stays as it is", "choose another name, or replace it with --force")
    case .outputIsInput:
      Explanation("the output is the input, perhaps by a link", "choose another name; sources are never touched")
    case .outputUnavailable:
      Explanation("the output cannot be created", "look for its folder, and at the permissions there")
    case .outputNotRegularFile:
      Explanation(
        "the output's name is a directory's, a device's, a pipe's or a socket's",
        "choose another name, or '-' for the standard output")
    case .diskFull:
      Explanation("there is no room for the output", "free some space, or write to another disk", isHint: true)
    case .inputOutput:
      Explanation("the system could not write or read a file", "look at the disk, and at what the system logged")
    case .outOfMemory:
      Explanation("there is no memory for the job", "less may fit: smaller pictures or fewer tracks", isHint: true)
    case .verificationFailed:
      Explanation(
        "the finished output is not what it has to be, and was removed",
        "please report it with the input; --no-verify keeps such an output")
    case .targetMissed:
      Explanation(
        "several passes came no nearer to the size, bit rate or similarity that was asked for, and the output was removed",
        "ask for what the pictures allow, or keep what came nearest with --best-effort")
    case .cancelled: Explanation("a signal ended the job, and nothing is left of it", "begin again")
    case .stopped:
      Explanation(
        "a signal ended a job that encodes in segments; those that are finished lie in a hidden folder beside the output",
        "the same command goes on where it was; any other for this output removes them", isHint: true)
    case .internalError:
      Explanation(
        "something happened that cannot", "this is a defect of avwrite; please report it with the input", isHint: true)
    case .presetUnknown: Explanation("there is no preset of this name", "avwrite presets lists them")
    case .settingsInvalid:
      Explanation(
        "a file of settings cannot be read, or says what cannot be",
        "mend the line that the error names; avwrite presets NAME shows such a file")
    }
  }
}
