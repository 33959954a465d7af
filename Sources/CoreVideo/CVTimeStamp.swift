/// A time of film or tape, as SMPTE 12M counts it.
public struct CVSMPTETime: Sendable {
  /// The number of subframes of the frame, and their divisor.
  public var subframes: Int16
  public var subframeDivisor: Int16
  /// The number of frames since the start of the tape.
  public var counter: UInt32
  /// The kind of time: a `CVSMPTETimeType`.
  public var type: UInt32
  /// The state of the time, as bits.
  public var flags: UInt32
  public var hours: Int16
  public var minutes: Int16
  public var seconds: Int16
  public var frames: Int16

  /// The time zero.
  public init() {
    self.init(
      subframes: 0, subframeDivisor: 0, counter: 0, type: 0, flags: 0, hours: 0, minutes: 0, seconds: 0, frames: 0)
  }

  public init(
    subframes: Int16, subframeDivisor: Int16, counter: UInt32, type: UInt32, flags: UInt32, hours: Int16,
    minutes: Int16, seconds: Int16, frames: Int16
  ) {
    (self.subframes, self.subframeDivisor, self.counter) = (subframes, subframeDivisor, counter)
    (self.type, self.flags) = (type, flags)
    (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
  }
}

/// The times at which a display shows a picture.
public struct CVTimeStamp: Sendable {
  /// The version of the structure, which is 0.
  public var version: UInt32
  /// The number of units in a second of `videoTime` and `videoRefreshPeriod`.
  public var videoTimeScale: Int32
  /// The start of the picture, in units of the display.
  public var videoTime: Int64
  /// The same moment on the host's clock, in its units: nanoseconds here.
  public var hostTime: UInt64
  /// The rate of the display's clock against its nominal one.
  public var rateScalar: Double
  /// The nominal time between two pictures, in units of the display.
  public var videoRefreshPeriod: Int64
  public var smpteTime: CVSMPTETime
  /// The fields that are set: `CVTimeStampFlags` as bits.
  public var flags: UInt64
  /// A reserved field, which is 0.
  public var reserved: UInt64

  /// A time of which no field is set.
  public init() {
    self.init(
      version: 0, videoTimeScale: 0, videoTime: 0, hostTime: 0, rateScalar: 0, videoRefreshPeriod: 0,
      smpteTime: CVSMPTETime(), flags: 0, reserved: 0)
  }

  public init(
    version: UInt32, videoTimeScale: Int32, videoTime: Int64, hostTime: UInt64, rateScalar: Double,
    videoRefreshPeriod: Int64, smpteTime: CVSMPTETime, flags: UInt64, reserved: UInt64
  ) {
    (self.version, self.videoTimeScale, self.videoTime, self.hostTime) = (version, videoTimeScale, videoTime, hostTime)
    (self.rateScalar, self.videoRefreshPeriod, self.smpteTime) = (rateScalar, videoRefreshPeriod, smpteTime)
    (self.flags, self.reserved) = (flags, reserved)
  }
}

/// The fields of a time of a display that are set, and the field of the picture.
public struct CVTimeStampFlags: OptionSet, Sendable {
  /// The flags as bits.
  public let rawValue: UInt64
  /// Creates flags from bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let videoTimeValid = CVTimeStampFlags(rawValue: 1 << 0)
  public static let hostTimeValid = CVTimeStampFlags(rawValue: 1 << 1)
  public static let smpteTimeValid = CVTimeStampFlags(rawValue: 1 << 2)
  public static let videoRefreshPeriodValid = CVTimeStampFlags(rawValue: 1 << 3)
  public static let rateScalarValid = CVTimeStampFlags(rawValue: 1 << 4)
  public static let topField = CVTimeStampFlags(rawValue: 1 << 16)
  public static let bottomField = CVTimeStampFlags(rawValue: 1 << 17)
  public static let videoHostTimeValid: CVTimeStampFlags = [.videoTimeValid, .hostTimeValid]
  public static let isInterlaced: CVTimeStampFlags = [.topField, .bottomField]
}
