import CoreMedia
import MediaEngine
import Synchronization

extension AVAssetWriter {
  /// The inputs in the order of their tracks (AW-24).
  public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

  /// Returns whether this file type can carry media of a type with these settings (AW-20).
  ///
  /// Never stops the process, whatever the settings hold. `nil` settings mean passthrough.
  public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    refusal(ofOutputSettings: outputSettings, forMediaType: mediaType) == nil
  }

  /// Returns whether `add` would accept the input (AW-22).
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
}
