import MediaEngine
import Synchronization

extension AVAssetWriterInput {
  /// Tells which ranges of the source each pass needs, where the encoder makes several.
  ///
  /// Made by `AVAssetWriter.inputReceiverRequestingMultiPass(for:)` and its like.
  public final class MultiPassController: Sendable {
    private let input: AVAssetWriterInput

    init(_ input: AVAssetWriterInput) { self.input = input }

    /// The descriptions of the passes, the first included. It is `nil` where the input makes one pass only, and before
    /// `AVAssetWriter.start()` (WI-80).
    ///
    /// Append the samples that a description asks for, and ask for the next description, which ends the pass. After the
    /// last one finish the receiver. For one loop in one task.
    public var passDescriptions: (some AsyncSequence<AVAssetWriterInputPassDescription, Never>)? {
      input.canPerformMultiplePasses ? PassDescriptions(input: input) : nil
    }
  }

  /// The descriptions of an input's passes.
  private struct PassDescriptions: AsyncSequence {
    let input: AVAssetWriterInput

    func makeAsyncIterator() -> Iterator { Iterator(input: input) }

    struct Iterator: AsyncIteratorProtocol {
      let input: AVAssetWriterInput
      private var last: AVAssetWriterInputPassDescription?

      init(input: AVAssetWriterInput) { self.input = input }

      mutating func next(isolation actor: isolated (any Actor)?) async -> AVAssetWriterInputPassDescription? {
        if let last { input.endPass(last) }
        await input.waitForPass()
        last = input.currentPassDescription
        return last
      }
    }
  }

  /// Suspends while a pass is analysed.
  private func waitForPass() async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        if state.passes.isAnalysing { state.passWaits.append(continuation) }
        return state.passes.isAnalysing
      }
      if !mustWait { continuation.resume() }
    }
  }
}
