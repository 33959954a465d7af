/// A time code, as a field of `AudioTimeStamp`.
public struct SMPTETime: Sendable, Hashable {
  public var mSubframes: Int16
  /// The number of subframes in a frame.
  public var mSubframeDivisor: Int16
  /// The number of messages of the time code that were received.
  public var mCounter: UInt32
  public var mType: SMPTETimeType
  public var mFlags: SMPTETimeFlags
  public var mHours: Int16
  public var mMinutes: Int16
  public var mSeconds: Int16
  public var mFrames: Int16

  public init() {
    self.init(
      mSubframes: 0, mSubframeDivisor: 0, mCounter: 0, mType: .type24, mFlags: [], mHours: 0, mMinutes: 0, mSeconds: 0,
      mFrames: 0)
  }

  public init(
    mSubframes: Int16, mSubframeDivisor: Int16, mCounter: UInt32, mType: SMPTETimeType, mFlags: SMPTETimeFlags,
    mHours: Int16, mMinutes: Int16, mSeconds: Int16, mFrames: Int16
  ) {
    self.mSubframes = mSubframes
    self.mSubframeDivisor = mSubframeDivisor
    self.mCounter = mCounter
    self.mType = mType
    self.mFlags = mFlags
    self.mHours = mHours
    self.mMinutes = mMinutes
    self.mSeconds = mSeconds
    self.mFrames = mFrames
  }
}

/// The number of a time code's frames in a second, and whether frame numbers are dropped.
public enum SMPTETimeType: UInt32, Sendable {
  case type24 = 0
  case type25 = 1
  case type30Drop = 2
  case type30 = 3
  case type2997 = 4
  case type2997Drop = 5
  case type60 = 6
  case type5994 = 7
  case type60Drop = 8
  case type5994Drop = 9
  case type50 = 10
  case type2398 = 11
}

/// Flags that say whether a time code is known, and whether it runs.
public struct SMPTETimeFlags: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let valid = SMPTETimeFlags(rawValue: 1 << 0)
  public static let running = SMPTETimeFlags(rawValue: 1 << 1)
}
