extension AVAssetWriterInput {
  /// Tells what each pass needs of the source, where the encoder makes several.
  ///
  /// Made by `AVAssetWriter.inputReceiverRequestingMultiPass(for:)` and its like.
  public final class MultiPassController: Sendable {
    init() {}

    /// What each pass needs; `nil` where the input makes one pass only: no encoder of this build asks for a second
    /// one (WI-80).
    public var passDescriptions: (some AsyncSequence<AVAssetWriterInputPassDescription, Never>)? {
      AsyncStream<AVAssetWriterInputPassDescription>?.none
    }
  }
}
