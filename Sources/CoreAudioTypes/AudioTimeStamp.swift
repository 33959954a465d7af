/// A moment in several clocks at once; the flags say which of the fields are valid.
public struct AudioTimeStamp: Sendable, Hashable {
  /// The time in frames, on the clock of the audio device or of the stream.
  public var mSampleTime: Double
  /// The time in ticks of the machine's clock.
  public var mHostTime: UInt64
  /// The ratio of the ticks of the machine's clock in a frame to those that the nominal rate would give.
  public var mRateScalar: Double
  public var mWordClockTime: UInt64
  public var mSMPTETime: SMPTETime
  public var mFlags: AudioTimeStampFlags
  /// Pads the structure to eight bytes; always 0.
  public var mReserved: UInt32

  public init() {
    self.init(
      mSampleTime: 0, mHostTime: 0, mRateScalar: 0, mWordClockTime: 0, mSMPTETime: .init(), mFlags: [], mReserved: 0)
  }

  public init(
    mSampleTime: Double, mHostTime: UInt64, mRateScalar: Double, mWordClockTime: UInt64, mSMPTETime: SMPTETime,
    mFlags: AudioTimeStampFlags, mReserved: UInt32
  ) {
    self.mSampleTime = mSampleTime
    self.mHostTime = mHostTime
    self.mRateScalar = mRateScalar
    self.mWordClockTime = mWordClockTime
    self.mSMPTETime = mSMPTETime
    self.mFlags = mFlags
    self.mReserved = mReserved
  }
}

/// Flags that say which fields of an `AudioTimeStamp` are valid.
public struct AudioTimeStampFlags: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let sampleTimeValid = AudioTimeStampFlags(rawValue: 1 << 0)
  public static let hostTimeValid = AudioTimeStampFlags(rawValue: 1 << 1)
  public static let rateScalarValid = AudioTimeStampFlags(rawValue: 1 << 2)
  public static let wordClockTimeValid = AudioTimeStampFlags(rawValue: 1 << 3)
  public static let smpteTimeValid = AudioTimeStampFlags(rawValue: 1 << 4)
  public static let sampleHostTimeValid: AudioTimeStampFlags = [.sampleTimeValid, .hostTimeValid]
}
