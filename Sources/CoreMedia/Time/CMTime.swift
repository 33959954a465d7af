/// The numerator of a time, in units of `1 / timescale` seconds.
public typealias CMTimeValue = Int64

/// The denominator of a time: the number of units in one second. It is positive in every numeric time.
public typealias CMTimeScale = Int32

/// A number that tells times of unrelated timelines apart, such as the passes of a loop. Ordinary times have epoch 0.
public typealias CMTimeEpoch = Int64

/// The largest timescale a time can have.
public var kCMTimeMaxTimescale: Int { Int(CMTimeScale.max) }

/// A point in time or a duration, as the exact fraction `value / timescale` seconds.
///
/// A time may also be one of the non-numeric values: invalid, indefinite, or an infinity. Only `flags` says which
/// one it is; the other fields of a non-numeric time mean nothing.
///
/// No operation on times traps, whatever the fields hold. A time with the `valid` flag and a timescale that is not
/// positive is not a number: arithmetic, conversion and comparison treat it as invalid.
public struct CMTime: BitwiseCopyable, Sendable {
  /// The numerator: the number of `1 / timescale` second units.
  public var value: CMTimeValue

  /// The denominator: the number of units in a second.
  public var timescale: CMTimeScale

  /// Flags that say what kind of value this is, and whether it has been rounded.
  public var flags: CMTimeFlags

  /// The timeline this time belongs to; 0 also for durations.
  public var epoch: CMTimeEpoch

  /// Creates the invalid time.
  public init() {
    self.init(value: 0, timescale: 0, flags: [], epoch: 0)
  }

  /// Creates a time from its four fields, taken as they are.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates the time `value / timescale` seconds in epoch 0.
  ///
  /// The time is invalid where `timescale` is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, validIn: 0)
  }

  /// Creates the time `value / timescale` seconds in an epoch; invalid where `timescale` is not positive.
  init(value: CMTimeValue, timescale: CMTimeScale, validIn epoch: CMTimeEpoch) {
    if timescale > 0 {
      self.init(value: value, timescale: timescale, flags: .valid, epoch: epoch)
    } else {
      self.init()
    }
  }
}

extension CMTime {
  /// A time that does not exist, as after an operation without a meaning.
  public static let invalid = CMTime()

  /// A time that is not known, such as the duration of a live stream.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

  /// A time later than every numeric time.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)

  /// A time earlier than every numeric time.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Zero seconds, with a timescale of 1.
  public static let zero = CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0)
}

extension CMTime {
  /// A Boolean value that says whether this is a time, which may be indefinite or infinite, and not the invalid time.
  public var isValid: Bool { flags.contains(.valid) }

  /// A Boolean value that says whether this is a number of seconds: valid, and neither indefinite nor infinite.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }

  /// A Boolean value that says whether this is a time that is not known.
  public var isIndefinite: Bool { flags.isSuperset(of: [.valid, .indefinite]) }

  /// A Boolean value that says whether this is later than every numeric time.
  public var isPositiveInfinity: Bool { flags.isSuperset(of: [.valid, .positiveInfinity]) }

  /// A Boolean value that says whether this is earlier than every numeric time.
  public var isNegativeInfinity: Bool { flags.isSuperset(of: [.valid, .negativeInfinity]) }

  /// A Boolean value that says whether this time came out of an operation that rounded. It is `false` for times that
  /// are not numeric.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
}
