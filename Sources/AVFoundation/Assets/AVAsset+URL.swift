public import Foundation

/// A protocol that lets `AVAsset(url:)` make an object of a subclass. An initializer of a class cannot do that; one of
/// a protocol that is not for classes alone can.
public protocol _AVAssetOfURL {}

extension AVAsset: _AVAssetOfURL {}

extension _AVAssetOfURL {
  /// An asset of the file at a URL, which is an `AVURLAsset`.
  public init(url URL: URL) {
    // Safe: `AVAsset` alone has no initializer of its own for a URL, and nothing but it conforms.
    self = AVURLAsset(url: URL, options: nil) as! Self
  }
}
