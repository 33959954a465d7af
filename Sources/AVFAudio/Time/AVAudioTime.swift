public import CoreAudioTypes
public import Foundation
internal import MediaSupport

/// A moment: in the machine's clock, in frames of a sound, or in both.
///
/// It never changes, so that any thread may use it.
public final class AVAudioTime: NSObject, @unchecked Sendable {
  // Sendable: nothing changes it once it was made; NSObject only does not say so.

  /// The moment as Core Audio's time stamp, whose flags say which fields are valid.
  public let audioTimeStamp: AudioTimeStamp
  /// The number of frames of `sampleTime` per second. It is 0 if there are none.
  public let sampleRate: Double

  /// A moment from Core Audio's time stamp.
  ///
  /// - Parameter sampleRate: the number of frames of its sample time a second. A moment without a sample time needs it
  ///   too, if it is to be extrapolated.
  public init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
    audioTimeStamp = ts.pointee
    self.sampleRate = sampleRate
  }

  private init(hostTime: UInt64?, sampleTime: AVAudioFramePosition?, sampleRate: Double) {
    var stamp = AudioTimeStamp()
    if let hostTime {
      stamp.mHostTime = hostTime
      stamp.mFlags.insert(.hostTimeValid)
    }
    if let sampleTime {
      stamp.mSampleTime = Double(sampleTime)
      stamp.mFlags.insert(.sampleTimeValid)
    }
    audioTimeStamp = stamp
    self.sampleRate = sampleRate
  }

  /// A moment in the machine's clock alone.
  ///
  /// - Parameter hostTime: nanoseconds of the clock that `CMClock.hostTimeClock` has; on Apple's platforms its ticks
  ///   differ.
  public convenience init(hostTime: UInt64) { self.init(hostTime: hostTime, sampleTime: nil, sampleRate: 0) }

  /// A moment in frames alone.
  ///
  /// - Parameters:
  ///   - sampleTime: frames, kept exactly up to 2 to the power of 53.
  ///   - sampleRate: frames a second.
  public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    self.init(hostTime: nil, sampleTime: sampleTime, sampleRate: sampleRate)
  }

  /// A moment in the machine's clock and in frames.
  ///
  /// - Parameters:
  ///   - hostTime: nanoseconds of the clock that `CMClock.hostTimeClock` has; on Apple's platforms its ticks differ.
  ///   - sampleTime: frames, kept exactly up to 2 to the power of 53.
  ///   - sampleRate: frames a second.
  public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    self.init(hostTime: hostTime as UInt64?, sampleTime: sampleTime, sampleRate: sampleRate)
  }

  // MARK: Parts

  /// A Boolean value that says whether the moment is known in the machine's clock.
  public var isHostTimeValid: Bool { audioTimeStamp.mFlags.contains(.hostTimeValid) }

  /// The moment in the machine's clock, in nanoseconds. It means something only where `isHostTimeValid` is `true`.
  public var hostTime: UInt64 { audioTimeStamp.mHostTime }

  /// A Boolean value that says whether the moment is known in frames, with their number a second.
  public var isSampleTimeValid: Bool { audioTimeStamp.mFlags.contains(.sampleTimeValid) && hasRate }

  /// The moment in frames, rounded to the nearest. It means something only where `isSampleTimeValid` is `true`.
  public var sampleTime: AVAudioFramePosition { Int64(clamping: audioTimeStamp.mSampleTime) }

  private var hasRate: Bool { sampleRate.isFinite && sampleRate > 0 }

  // MARK: Seconds

  /// Returns the host time of a number of seconds, rounded to the nearest nanosecond. For a number out of range, it is
  /// the nearest possible host time, and for one that is not a number it is 0.
  public static func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
    let time = (seconds * nanosecondsPerSecond).rounded()
    return UInt64(exactly: time) ?? (time > 0 ? .max : 0)
  }

  /// Converts a host time to seconds.
  public static func seconds(forHostTime hostTime: UInt64) -> TimeInterval { Double(hostTime) / nanosecondsPerSecond }

  private static let nanosecondsPerSecond = 1e9

  // MARK: Extrapolating

  /// Returns the same moment with both the host time and the sample time, one of which is missing here.
  ///
  /// - Parameter anchorTime: a moment that has both.
  /// - Returns: `nil` unless the anchor has both, and this moment has a rate and one of both. It is `nil` too for a
  ///   moment before the machine's clock began.
  public func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
    guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, hasRate, isHostTimeValid || isSampleTimeValid else {
      return nil
    }
    var stamp = audioTimeStamp
    if !isHostTimeValid {
      let seconds = (stamp.mSampleTime - anchorTime.frames(atRate: sampleRate)) / sampleRate
      let distance = Int64(clamping: seconds * Self.nanosecondsPerSecond)
      guard let time = UInt64(exactly: Int128(anchorTime.hostTime) + Int128(distance)) else { return nil }
      stamp.mHostTime = time
      stamp.mFlags.insert(.hostTimeValid)
    } else if !isSampleTimeValid {
      // The distance first: host times are larger than what a Double counts exactly.
      let distance = Double(Int128(hostTime) - Int128(anchorTime.hostTime)) / Self.nanosecondsPerSecond
      stamp.mSampleTime = anchorTime.frames(atRate: sampleRate) + distance * sampleRate
      stamp.mFlags.insert(.sampleTimeValid)
    }
    return withUnsafePointer(to: &stamp) { AVAudioTime(audioTimeStamp: $0, sampleRate: sampleRate) }
  }

  /// Returns the moment in frames of another rate.
  private func frames(atRate rate: Double) -> Double {
    rate == sampleRate ? audioTimeStamp.mSampleTime : audioTimeStamp.mSampleTime / sampleRate * rate
  }
}
