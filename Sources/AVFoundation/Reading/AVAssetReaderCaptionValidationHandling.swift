public import Foundation

/// An object that is told of captions that a caption adaptor does not wholly understand. None is vended on this
/// platform.
public protocol AVAssetReaderCaptionValidationHandling: NSObjectProtocol {
  /// A caption was vended without the named parts of its source.
  func captionAdaptor(
    _ adaptor: AVAssetReaderOutputCaptionAdaptor, didVendCaption caption: AVCaption,
    skippingUnsupportedSourceSyntaxElements syntaxElements: [String])
}

extension AVAssetReaderCaptionValidationHandling {
  /// Does nothing: the method need not be implemented.
  public func captionAdaptor(
    _ adaptor: AVAssetReaderOutputCaptionAdaptor, didVendCaption caption: AVCaption,
    skippingUnsupportedSourceSyntaxElements syntaxElements: [String]
  ) {}
}
