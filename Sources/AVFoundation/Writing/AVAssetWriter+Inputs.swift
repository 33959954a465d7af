import CoreMedia
import MediaEngine
import Synchronization

extension AVAssetWriter {
  /// The inputs in the order of their tracks (AW-24).
  public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

  /// Whether this file type can carry media of a type with these settings (AW-20).
  ///
  /// Never stops the process, whatever the settings hold. `nil` settings mean passthrough.
  public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    refusal(outputSettings: outputSettings, mediaType: mediaType, hint: nil) == nil
  }

  /// Whether `add` would accept the input (AW-22).
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { refusal(of: input) == nil }

  /// Adds an input; its track is the next one in the file (AW-21, AW-23).
  ///
  /// Stops the process where `canAdd` is false.
  @available(macOS, deprecated: 26, message: "Use inputReceiver(for:)")
  public func add(_ input: AVAssetWriterInput) {
    if let reason = refusal(of: input) { raise(.invalidArgument, "the input cannot be added: \(reason)") }
    input.didAdd(to: self)
    state.withLock { $0.inputs.append(input) }
  }

  /// Why an input cannot be added; `nil` when it can.
  private func refusal(of input: AVAssetWriterInput) -> String? {
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
