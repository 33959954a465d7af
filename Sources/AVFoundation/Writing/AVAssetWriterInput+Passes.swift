import CoreMedia
public import Dispatch
import Foundation
import FoundationSupplement
import MediaEngine
import Synchronization

/// Encoding in several passes (WI-72 to WI-81).
///
/// H.264 has an encoder that makes several passes, where the settings give it something to reach: an average or a
/// largest bit rate, or a similarity (`AVVideoTargetSSIMKey`, `AVVideoMinimumSSIMKey`). Everything else is encoded in
/// one pass, and a client of these members is told so by the same rules. Nothing of the track is written before its
/// last pass; meanwhile its packets lie in files without names in `AVAssetWriter.directoryForTemporaryFiles`, or beside
/// the output.
extension AVAssetWriterInput {
  /// A Boolean value that says whether an encoder that can look at the source more than once may do so. It is `false`
  /// by default (WI-22).
  ///
  /// Stops the process when it is set on an input that expects data in real time (WI-81).
  public var performsMultiPassEncodingIfSupported: Bool {
    get { state.withLock { $0.configuration.makesPasses } }
    set {
      if newValue && expectsMediaDataInRealTime { raiseMultiPassInRealTime() }
      configure { $0.makesPasses = newValue }
    }
  }

  /// A Boolean value that says whether the encoder may look at the source more than once. It is `false` before writing
  /// starts (WI-72). Observable.
  public var canPerformMultiplePasses: Bool {
    start.access()
    return track?.makesPasses ?? false
  }

  /// The ranges of the source that the current pass needs. The first pass, from `startWriting()` on, needs everything.
  /// The description is `nil` before that, and when there is no further pass: call `markAsFinished()` then (WI-74 to
  /// WI-76). Observable; after `markCurrentPassAsFinished()` it changes on a thread of the writer's, once the pass is
  /// analysed.
  public var currentPassDescription: AVAssetWriterInputPassDescription? {
    start.access()
    pass.access()
    return track == nil ? nil : state.withLock { $0.passes.current }
  }

  /// Ends the current pass: the input is not ready before the next one begins. The block of
  /// `requestMediaDataWhenReady` is not called any more, and another may be registered (WI-73).
  ///
  /// Stops the process when the input was not added or writing has not started.
  public func markCurrentPassAsFinished() {
    guard let track = startedTrack(for: "markCurrentPassAsFinished()") else { return }
    let isOpen = state.withLock { state in
      state.hasRequest = false
      return state.passes.end()
    }
    end(isOpen, on: track)
  }

  /// Ends a pass if it is still the current one. The client may have ended it, and the next one may have begun.
  func endPass(_ description: AVAssetWriterInputPassDescription) {
    guard let track else { return }
    let isOpen = state.withLock { state in
      guard state.passes.end(description) else { return false }
      state.hasRequest = false
      return true
    }
    if isOpen { end(isOpen, on: track) }
  }

  private func end(_ isOpen: Bool, on track: TrackWriter) {
    if isOpen && track.makesPasses { return track.endPass() }
    track.endRequest()
    if isOpen { passDidEnd(next: nil) }
  }

  /// Calls the block on the queue when a pass begins, the first included, and once more when there is no further pass:
  /// `currentPassDescription` is `nil` then (WI-78). Never after `markAsFinished()` (WI-50). The block is kept until it
  /// is not called any more, so it may hold the input.
  ///
  /// Stops the process when the input was not added, writing has not started, or it was called before.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func respondToEachPassDescription(
    on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
  ) {
    guard startedTrack(for: "respondToEachPassDescription(on:using:)") != nil else { return }
    let isFirst = state.withLock { state in
      guard !state.hasPassResponse else { return false }
      state.hasPassResponse = true
      state.passResponse = .init(queue: queue, block: block)
      return true
    }
    if !isFirst { raise(.internalInconsistency, "respondToEachPassDescription(on:using:) was called already") }
    tellOfPass()
  }

  /// The client's block for passes, and the queue it wants to be called on.
  struct PassResponse {
    let queue: DispatchQueue
    let block: @Sendable () -> Void
  }

  /// A pass was analysed.
  ///
  /// - Parameter ranges: the ranges that the next pass needs, or `nil` if there is none.
  func passDidEnd(next ranges: [CMTimeRange]?) {
    let waits = state.withLock { state in
      state.passes.begin(ranges.map(AVAssetWriterInputPassDescription.init))
      defer { state.passWaits = [] }
      return state.passWaits
    }
    pass.didChange()
    tellOfPass()
    for wait in waits { wait.resume() }
  }

  /// The track is written, or writing is over: no further pass begins. Called on the track's thread.
  ///
  /// A pass that is open ends, too: waiting for its end is over, and the block is released.
  func trackDidEnd() {
    if state.withLock({ $0.passes.current != nil }) { passDidEnd(next: nil) }
  }

  /// Calls the block for passes, and releases it if no other call follows.
  private func tellOfPass() {
    let response = state.withLock { state in
      let response = state.passResponse
      if state.passes.current == nil { state.passResponse = nil }
      return response
    }
    guard let response else { return }
    response.queue.async { [self, block = response.block] in
      // The input may have been finished meanwhile, on this queue.
      if !state.withLock({ $0.isMarkedFinished }) { block() }
    }
  }

  func raiseMultiPassInRealTime() -> Never {
    raise(.invalidArgument, "an input that expects media data in real time cannot be encoded in several passes")
  }
}
