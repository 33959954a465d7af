public import AVFAudio
import Foundation

// The details of an error, from its `userInfo` (ER-02). A property is `nil` if the error does not have the detail.
extension AVError {
  /// The media type of the track or the input.
  public var mediaType: AVMediaType? {
    let value = _nsError.userInfo[AVErrorMediaTypeKey]
    return value as? AVMediaType ?? (value as? String).map(AVMediaType.init(rawValue:))
  }

  /// The type of the file.
  public var fileType: AVFileType? {
    let value = _nsError.userInfo[AVErrorFileTypeKey]
    return value as? AVFileType ?? (value as? String).map(AVFileType.init(rawValue:))
  }
}
