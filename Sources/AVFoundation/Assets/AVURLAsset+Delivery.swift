public import Foundation

/// The delivery of an asset's media in ways that Apple's platforms alone have.
extension AVURLAsset {
  /// The renditions among which a player of an HTTP Live Streaming playlist chooses. A media file lists none, and playlists
  /// are not read here.
  public var variants: [AVAssetVariant] { [] }

  /// The media of the asset that was downloaded before. It is `nil`: nothing is downloaded here to be kept.
  public var assetCache: AVAssetCache? { nil }

  /// The extension of the system that reads the asset's container. It is `nil`: only the containers of this build are
  /// read here.
  public var mediaExtensionProperties: AVMediaExtensionProperties? { nil }
}

/// A rendition of a playlist. None is ever made here: the type lets clients' code compile.
public final class AVAssetVariant: NSObject, Sendable {
  private let none: @Sendable () -> Never

  private init(_ none: @escaping @Sendable () -> Never) { self.none = none }

  /// The greatest bit rate of the rendition, in bits a second.
  public var peakBitRate: Double? { none() }
  /// The average bit rate of the rendition, in bits a second.
  public var averageBitRate: Double? { none() }
}

/// The downloaded media of an asset. None is ever made here: the type lets clients' code compile.
public final class AVAssetCache: NSObject, Sendable {
  private let none: @Sendable () -> Never

  private init(_ none: @escaping @Sendable () -> Never) { self.none = none }

  /// A Boolean value that says whether enough is there to play without the network.
  public var isPlayableOffline: Bool { none() }

  /// The options of a group that can be played without the network.
  public func mediaSelectionOptions(in mediaSelectionGroup: AVMediaSelectionGroup) -> [AVMediaSelectionOption] {
    none()
  }
}

/// An extension of the system that reads a container. None is ever made here: the type lets clients' code
/// compile.
public final class AVMediaExtensionProperties: NSObject, Sendable {
  private let none: @Sendable () -> Never

  private init(_ none: @escaping @Sendable () -> Never) { self.none = none }

  /// The identifier of the extension's bundle.
  public var extensionIdentifier: String { none() }
  /// The name of the extension.
  public var extensionName: String { none() }
  /// The name of the application that contains the extension.
  public var containingBundleName: String { none() }
  /// The URL of the extension.
  public var extensionURL: URL { none() }
  /// The URL of the application that contains the extension.
  public var containingBundleURL: URL { none() }
}
