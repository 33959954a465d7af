public import CoreMedia
import MediaEngine

extension AVFileType {
  /// Why samples of a format cannot be stored as they are in files of this type; `nil` when they can.
  ///
  /// One sentence that names the containers that can.
  public func refusal(ofCopying format: CMFormatDescription) -> String? {
    guard let container = ContainerFormat(self) else { return "this build does not write files of type \(rawValue)" }
    return container.refusal(of: format)
  }
}
