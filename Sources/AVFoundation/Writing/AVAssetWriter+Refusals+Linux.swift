import CoreMedia
import MediaEngine
import Synchronization

// The reasons why a writer refuses something. Apple's functions only return whether it does.
extension AVAssetWriter {
  /// Returns why files of this type cannot carry media of a type with these settings, in a sentence that names the key. It is
  /// `nil` where they can: where `canApply(outputSettings:forMediaType:)` is `true`.
  public func refusal(
    ofOutputSettings outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
  ) -> String? {
    refusal(outputSettings: outputSettings, mediaType: mediaType, hint: nil)
  }

  /// Returns why an input cannot be added, in a sentence. It is `nil` where it can: where `canAdd(_:)` is `true`.
  public func refusal(of input: AVAssetWriterInput) -> String? {
    if status != .unknown { return "writing has started" }
    if input.isAdded { return "it belongs to a writer already" }
    return refusal(outputSettings: input.outputSettings, mediaType: input.mediaType, hint: input.sourceFormatHint)
      ?? refusalOfPassthrough(input)
  }

  /// Only a movie file stores samples whose format is not known beforehand (WI-04).
  private func refusalOfPassthrough(_ input: AVAssetWriterInput) -> String? {
    guard input.outputSettings == nil else { return nil }
    guard let hint = input.sourceFormatHint else {
      return container == .quickTime
        ? nil : "passthrough into \(outputFileType.rawValue) needs a sourceFormatHint"
    }
    return container.refusal(of: hint)
  }

  private func refusal(outputSettings: [String: Any]?, mediaType: AVMediaType, hint: CMFormatDescription?) -> String? {
    guard availableMediaTypes.contains(mediaType) else {
      return "files of type \(outputFileType.rawValue) carry no \(mediaType.rawValue) tracks"
    }
    guard let outputSettings else { return nil }
    do {
      let encoding = try OutputSettings.encoding(outputSettings, for: mediaType, hint: hint)
      return container.refusal(of: encoding)
    } catch let problem as SettingsProblem {
      return problem.reason
    } catch {
      return "\(error)"
    }
  }
}
