public import CoreMedia
public import Dispatch

// Spellings of older documentation, so that old code gets a fix-it.
extension AVAssetWriterInput {
  @available(*, deprecated, renamed: "isReadyForMoreMediaData")
  public var readyForMoreMediaData: Bool { isReadyForMoreMediaData }

  @available(*, deprecated, renamed: "append(_:)")
  public func appendSampleBuffer(_ sampleBuffer: CMSampleBuffer) -> Bool { append(sampleBuffer) }

  @available(*, deprecated, renamed: "requestMediaDataWhenReady(on:using:)")
  public func requestMediaDataWhenReadyOnQueue(
    _ queue: DispatchQueue, usingBlock block: @escaping @Sendable () -> Void
  ) {
    requestMediaDataWhenReady(on: queue, using: block)
  }

  @available(*, deprecated, renamed: "canAddTrackAssociation(withTrackOf:type:)")
  public func canAddTrackAssociationWithTrackOfInput(
    _ input: AVAssetWriterInput, type trackAssociationType: String
  ) -> Bool {
    canAddTrackAssociation(withTrackOf: input, type: trackAssociationType)
  }

  @available(*, deprecated, renamed: "addTrackAssociation(withTrackOf:type:)")
  public func addTrackAssociationWithTrackOfInput(_ input: AVAssetWriterInput, type trackAssociationType: String) {
    addTrackAssociation(withTrackOf: input, type: trackAssociationType)
  }
}
