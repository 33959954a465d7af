extension JobExit {
  /// Every ending except that by a signal, in the order of the codes.
  static let all: [JobExit] = [
    .complete, .usage, .damagedInput, .inputUnavailable, .notMedia, .unavailable, .internalError, .outputRefused,
    .inputOutput, .resumable, .badSettings, .verificationFailed, .targetMissed, .salvaged,
  ]

  /// The meaning of the exit, as a list of codes shows it.
  public var meaning: String {
    switch self {
    case .complete: "complete and verified"
    case .usage: "wrong usage"
    case .damagedInput: "damaged or cut input"
    case .inputUnavailable: "input missing or unreadable"
    case .notMedia: "input is not a media file"
    case .unavailable: "codec or container not available"
    case .internalError: "internal error"
    case .outputRefused: "output exists, or is the input, or cannot be created"
    case .inputOutput: "input/output error, such as a full disk"
    case .resumable: "stopped, can be resumed"
    case .badSettings: "bad preset or file of settings"
    case .verificationFailed: "verification failed"
    case .targetMissed: "size, bit rate or similarity not reached"
    case .salvaged: "complete and verified, with losses"
    case .interrupted(let signal): "stopped by signal \(signal)"
    }
  }

  /// Creates the ending of an exit code. Returns nil for a code that no job ends with.
  init?(code: Int32) {
    // Signals are numbered up to 64 (signal(7)).
    if (129...192).contains(code) {
      self = .interrupted(by: code - 128)
    } else if let exit = Self.all.first(where: { $0.code == code }) {
      self = exit
    } else {
      return nil
    }
  }

  /// All endings on one line, for the command's help.
  public static var summary: String {
    (all.map { "\($0.code) \($0.meaning)" } + ["128+n stopped by signal n"]).joined(separator: "; ")
  }
}
