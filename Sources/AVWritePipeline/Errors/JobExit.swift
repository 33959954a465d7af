/// The ending of a job, as a process tells it to its shell.
public enum JobExit: Sendable, Hashable {
  /// The job is done, and its output is checked.
  case complete
  case usage
  case damagedInput
  case inputUnavailable
  case notMedia
  /// A codec or container that this build does not have, or that cannot do what was asked.
  case unavailable
  case internalError
  /// The output exists, is the input, or cannot be created.
  case outputRefused
  case inputOutput
  /// A signal stopped the job; the same command goes on.
  case resumable
  /// A preset, a file of settings or a file of jobs is not valid.
  case badSettings
  case verificationFailed
  /// A size, bit rate or similarity was not reached.
  case targetMissed
  /// The output is complete and verified, but lacks something of the source: pictures dropped in real time, or parts
  /// that could not be read.
  case salvaged
  case interrupted(by: Int32)

  /// The number given to `exit`: that of `sysexits.h` if one fits, and 128 + n for signal n.
  public var code: Int32 {
    switch self {
    case .complete: 0
    case .usage: 64
    case .damagedInput: 65
    case .inputUnavailable: 66
    case .notMedia: 67
    case .unavailable: 69
    case .internalError: 70
    case .outputRefused: 73
    case .inputOutput: 74
    case .resumable: 75
    case .badSettings: 78
    case .verificationFailed: 80
    case .targetMissed: 81
    case .salvaged: 82
    case .interrupted(let signal): 128 + signal
    }
  }
}
