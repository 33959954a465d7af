public import Foundation
/// Appends captions to a text or closed-caption input (CA-01).
///
/// Captions are not written on this platform: an append makes the writer fail with `AVError.encoderNotFound`.
public final class AVAssetWriterInputCaptionAdaptor: NSObject, Sendable {
  public let assetWriterInput: AVAssetWriterInput

  /// Stops the process for an input of another media type, and when writing has started.
  public init(assetWriterInput input: AVAssetWriterInput) {
    input.requireAdaptable("a caption adaptor", to: [.text, .closedCaption])
    assetWriterInput = input
  }

  /// Refuses a caption: the writer fails, and its error says why.
  ///
  /// - Returns: `false` (CA-06).
  @discardableResult
  public func append(_ caption: AVCaption) -> Bool { assetWriterInput.refuse(.captions, call: "append(_:)") }

  /// Refuses a group of captions: the writer fails, and its error says why.
  ///
  /// - Returns: `false` (CA-06).
  @discardableResult
  public func append(_ captionGroup: AVCaptionGroup) -> Bool {
    assetWriterInput.refuse(.captions, call: "append(_:)")
  }
}
