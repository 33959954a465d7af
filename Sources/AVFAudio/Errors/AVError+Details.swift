public import CoreMedia
import Foundation

// The details of an error, from its `userInfo` (ER-02). A property is `nil` if the error does not have the detail.
extension AVError {
  /// The time on the asset's timeline.
  public var time: CMTime? { (_nsError.userInfo[AVErrorTimeKey] as? NSValue)?.timeValue }

  /// The presentation time of the sample.
  public var presentationTimeStamp: CMTime? {
    (_nsError.userInfo[AVErrorPresentationTimeStampKey] as? NSValue)?.timeValue
  }

  /// The track's identifier in its file.
  public var persistentTrackID: CMPersistentTrackID? { number(AVErrorPersistentTrackIDKey)?.int32Value }

  /// The codecs' four characters as numbers.
  public var mediaSubtypes: [Int]? {
    (_nsError.userInfo[AVErrorMediaSubTypeKey] as? [Any])?.compactMap { ($0 as? NSNumber)?.intValue ?? $0 as? Int }
  }

  /// The size of the file that could not become larger, in bytes.
  public var fileSize: Int64? { number(AVErrorFileSizeKey)?.int64Value }

  /// The process that has the device.
  public var processID: Int? { number(AVErrorPIDKey)?.intValue }

  /// A Boolean value that says whether a recording that ended by itself is whole.
  public var recordingSuccessfullyFinished: Bool? { number(AVErrorRecordingSuccessfullyFinishedKey)?.boolValue }

  /// The number of a key, whichever of Swift's types it was set as.
  private func number(_ key: String) -> NSNumber? {
    switch _nsError.userInfo[key] {
    case let number as NSNumber: number
    case let flag as Bool: NSNumber(value: flag)
    case let number as any BinaryInteger: NSNumber(value: Int64(clamping: number))
    default: nil
    }
  }
}
