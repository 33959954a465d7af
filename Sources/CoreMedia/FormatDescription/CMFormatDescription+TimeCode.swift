public import CoreGraphics

/// Creates a description of time code.
///
/// - Parameters:
///   - frameDuration: the duration of one frame, such as 1001/30000 s.
///   - frameQuanta: the number of frames a second as the time code counts them, such as 30.
///   - flags: `kCMTimeCodeFlag_…`.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a duration that is not a positive number.
@discardableResult
public func CMTimeCodeFormatDescriptionCreate(
  allocator: CFAllocator?, timeCodeFormatType: CMTimeCodeFormatType, frameDuration: CMTime, frameQuanta: UInt32,
  flags: UInt32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMTimeCodeFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard frameDuration.isNumeric, frameDuration.value > 0 else { return kCMFormatDescriptionError_InvalidParameter }
  formatDescriptionOut.pointee = CMFormatDescription(
    type: kCMMediaType_TimeCode, subType: timeCodeFormatType,
    details: .timeCode(frameDuration: frameDuration, frameQuanta: frameQuanta, flags: flags), extensions: extensions)
  return noErr
}

/// Returns the duration of a frame; invalid for other media than time code.
public func CMTimeCodeFormatDescriptionGetFrameDuration(
  _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> CMTime { timeCodeFormatDescription.frameDuration }

/// Returns the number of frames a second as the time code counts them; 0 for other media than time code.
public func CMTimeCodeFormatDescriptionGetFrameQuanta(
  _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> UInt32 { timeCodeFormatDescription.frameQuanta }

/// Returns the `kCMTimeCodeFlag_…` bits; 0 for other media than time code.
public func CMTimeCodeFormatDescriptionGetTimeCodeFlags(_ desc: CMTimeCodeFormatDescription) -> UInt32 {
  desc.timeCodeFlags.rawValue
}

extension CMFormatDescription {
  /// The namespace of time code's types.
  public enum TimeCode {
    /// Options of how the code counts.
    public struct Flag: OptionSet, Sendable, Hashable {
      public let rawValue: UInt32
      public init(rawValue: UInt32) { self.rawValue = rawValue }

      /// Frame numbers are dropped so that the code keeps up with the clock.
      public static let dropFrame = Flag(rawValue: kCMTimeCodeFlag_DropFrame)
      /// The code starts again after 24 hours.
      public static let twentyFourHourMax = Flag(rawValue: kCMTimeCodeFlag_24HourMax)
      /// The code may be negative.
      public static let negTimesOK = Flag(rawValue: kCMTimeCodeFlag_NegTimesOK)
    }
  }

  /// The duration of a frame; invalid for other media than time code.
  public var frameDuration: CMTime {
    if case .timeCode(let duration, _, _) = details { duration } else { CMTime() }
  }

  /// The number of frames a second as the time code counts them; 0 for other media than time code.
  public var frameQuanta: UInt32 {
    if case .timeCode(_, let quanta, _) = details { quanta } else { 0 }
  }

  /// Options of how the code counts, empty for other media than time code.
  public var timeCodeFlags: TimeCode.Flag {
    if case .timeCode(_, _, let flags) = details { TimeCode.Flag(rawValue: flags) } else { [] }
  }
}
