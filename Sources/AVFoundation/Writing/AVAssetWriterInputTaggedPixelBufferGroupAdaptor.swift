public import Foundation
public import CoreMedia
public import CoreVideo

/// Appends groups of tagged pixel buffers, the layers of multi-layer video, to a video input (TP-01).
///
/// Multi-layer video is not written on this platform: an append makes the writer fail with
/// `AVError.encoderNotFound`.
@available(macOS, deprecated: 26, message: "Use inputTaggedPixelBufferGroupReceiver(for:pixelBufferAttributes:)")
public final class AVAssetWriterInputTaggedPixelBufferGroupAdaptor: NSObject, @unchecked Sendable {
  // Sendable: the attributes, values of property-list types, never change.

  public let assetWriterInput: AVAssetWriterInput
  /// The attributes that the pool's buffers would have.
  public let sourcePixelBufferAttributes: [String: Any]?
  /// The pool. It is `nil`: there is nothing that its buffers could be appended to.
  public var pixelBufferPool: CVPixelBufferPool? { nil }

  /// Stops the process for an input of another media type, and when writing has started.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    input.requireAdaptable("a tagged pixel buffer group adaptor", to: [.video])
    assetWriterInput = input
    self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
  }

  /// Refuses a group of pictures: the writer fails, and its error says why.
  ///
  /// - Returns: `false`.
  public func appendTaggedBuffers(
    _ taggedBuffers: [CMTaggedBuffer], withPresentationTime presentationTime: CMTime
  ) -> Bool {
    assetWriterInput.refuse(.taggedPixelBuffers, call: "appendTaggedBuffers(_:withPresentationTime:)")
  }

  /// Does the same for a group of Core Media's C interface.
  ///
  /// - Returns: `false`; the writer's error says why.
  @discardableResult
  public func appendTaggedPixelBufferGroup(
    _ taggedPixelBufferGroup: __CMTaggedBufferGroup, withPresentationTime presentationTime: CMTime
  ) -> Bool {
    assetWriterInput.refuse(.taggedPixelBuffers, call: "appendTaggedPixelBufferGroup(_:withPresentationTime:)")
  }
}
