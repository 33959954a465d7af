public import CoreMedia
public import Dispatch

// Spellings of older documentation, so that old code gets a fix-it.
extension AVAssetWriterInput {
  /// The older spelling of `isReadyForMoreMediaData`.
  @available(*, deprecated, renamed: "isReadyForMoreMediaData")
  public var readyForMoreMediaData: Bool { isReadyForMoreMediaData }

  /// The older spelling of `append(_:)`.
  @available(*, deprecated, renamed: "append(_:)")
  @discardableResult
  public func appendSampleBuffer(_ sampleBuffer: CMSampleBuffer) -> Bool { append(sampleBuffer) }

  /// The older spelling of `requestMediaDataWhenReady(on:using:)`.
  @available(*, deprecated, renamed: "requestMediaDataWhenReady(on:using:)")
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func requestMediaDataWhenReadyOnQueue(
    _ queue: DispatchQueue, usingBlock block: @escaping @Sendable () -> Void
  ) {
    requestMediaDataWhenReady(on: queue, using: block)
  }

  /// The older spelling of `canAddTrackAssociation(withTrackOf:type:)`.
  @available(*, deprecated, renamed: "canAddTrackAssociation(withTrackOf:type:)")
  public func canAddTrackAssociationWithTrackOfInput(
    _ input: AVAssetWriterInput, type trackAssociationType: String
  ) -> Bool {
    canAddTrackAssociation(withTrackOf: input, type: trackAssociationType)
  }

  /// The older spelling of `addTrackAssociation(withTrackOf:type:)`.
  @available(*, deprecated, renamed: "addTrackAssociation(withTrackOf:type:)")
  public func addTrackAssociationWithTrackOfInput(_ input: AVAssetWriterInput, type trackAssociationType: String) {
    addTrackAssociation(withTrackOf: input, type: trackAssociationType)
  }
}
