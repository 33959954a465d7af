public import Foundation
import MediaEngine

/// Media at a URL: a local file, an http(s) resource that the user named, or one of another scheme, whose bytes the
/// delegate of the asset's `resourceLoader` supplies.
///
/// If a server supports byte ranges, these are used. No other file or resource is ever opened because of the contents
/// of a media file.
public class AVURLAsset: AVAsset, @unchecked Sendable {
  // Sendable: adds constants to a Sendable class.

  /// The URL of the media.
  public let url: URL
  /// The identifier that the requests of an asset to a server have in common. Each asset has its own.
  public let httpSessionIdentifier = UUID()
  /// The object that asks the client for the bytes of a URL whose scheme is the client's own.
  public let resourceLoader: AVAssetResourceLoader
  private let restrictions: AVAssetReferenceRestrictions

  /// The class and the URL.
  public override var description: String { described(["URL": url.absoluteString]) }

  public convenience init(url: URL) { self.init(url: url, options: nil) }

  /// Makes an asset of the file at a URL. Nothing is read yet.
  ///
  /// - Parameter options: `AVURLAsset…Key` values; those that have no meaning here are passed over.
  public convenience init(url URL: URL, options: [String: Any]? = nil) {
    let userAgent = options?[AVURLAssetHTTPUserAgentKey] as? String
    let restrictions = options?[AVURLAssetReferenceRestrictionsKey].flatMap { $0 as? NSNumber }
    self.init(
      url: URL, userAgent: userAgent,
      restrictions: restrictions.map { AVAssetReferenceRestrictions(rawValue: $0.uintValue) } ?? .defaultPolicy)
  }

  /// An asset whose server may be silent for a number of seconds.
  package convenience init(url: URL, timeout: Double) {
    self.init(url: url, timeout: timeout, restrictions: .defaultPolicy)
  }

  private convenience init(
    url: URL, timeout: Double = AssetSource.usualTimeout, userAgent: String? = nil,
    restrictions: AVAssetReferenceRestrictions
  ) {
    let loader = AVAssetResourceLoader(url)
    let content =
      AssetSource.canOpen(url)
      ? Self.content(at: url, timeout: timeout, userAgent: userAgent)
      : AssetSource(url: url, suppliedBy: SuppliedMedia(name: url.absoluteString, supplier: loader))
    self.init(url: url, content: content, loader: loader, restrictions: restrictions)
  }

  init(
    url: URL, content: any AssetContent, loader: AVAssetResourceLoader, restrictions: AVAssetReferenceRestrictions
  ) {
    self.url = url
    self.restrictions = restrictions
    resourceLoader = loader
    super.init(content)
  }

  /// Makes the content of an asset of this class at a URL whose bytes are found without the client's help.
  class func content(at url: URL, timeout: Double, userAgent: String?) -> any AssetContent {
    AssetSource(url: url, timeout: timeout, userAgent: userAgent)
  }

  /// The restrictions on references from the asset to other files. No other file is ever opened here, whatever is
  /// allowed.
  public override var referenceRestrictions: AVAssetReferenceRestrictions { restrictions }

  /// A Boolean value that says whether a key is needed for the media.
  public var mayRequireContentKeysForMediaDataProcessing: Bool { hasProtectedContent }

  /// The URL of another file with parts of this asset. It is `nil`: there are no such files here.
  public var sidecarURL: URL? { nil }
}

/// The types of media that can be read.
extension AVURLAsset {
  /// The containers that this build reads. Those that Apple has no type for have the one that their makers declare.
  public class func audiovisualTypes() -> [AVFileType] {
    ReadableContainer.all.map { AVFileType($0.identifier) }
  }

  /// The media types of the containers that this build reads.
  public class func audiovisualMIMETypes() -> [String] { ReadableContainer.mimeTypes }

  /// The containers that this build reads.
  public class var audiovisualContentTypes: [UTType] { audiovisualTypes().compactMap { UTType($0.rawValue) } }

  /// Returns whether this build reads a media type and decodes the codecs that it names (RFC 6381), such as
  /// `video/mp4; codecs="avc1.640028, mp4a.40.2"`.
  public class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
    ReadableContainer.canDecode(mimeType: extendedMIMEType)
  }
}
