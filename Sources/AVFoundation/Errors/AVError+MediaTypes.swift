public import AVFAudio
import Foundation

// What an error is about, as `userInfo` has it (ER-02). Each is `nil` where the error does not say it.
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
