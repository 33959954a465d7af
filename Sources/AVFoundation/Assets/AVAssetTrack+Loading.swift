public import CoreMedia
public import Foundation
import MediaEngine

/// A track exists once its asset's tracks are loaded, and all its properties with it: nothing is left to load, and
/// nothing to fail (KV-13).
extension AVAssetTrack: AVAsynchronousKeyValueLoading {
  /// Always `.loaded`.
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus { .loaded }

  /// Calls the handler once, before this returns (KV-10).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    handler?()
  }
}

extension AVAsyncProperty where Root: AVAssetTrack {
  fileprivate convenience init(_ key: String, _ value: @escaping (Root) -> Value) {
    self.init(key: key, state: { _ in .loaded }, loading: { _ in {} }, value: value)
  }
}

/// The properties of a track, for `load(_:)` and `status(of:)` (KV-13).
extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The formats of its samples.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty("formatDescriptions", \.information.formatDescriptions)
  }
  /// Whether this build decodes it.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("decodable", \.isDecodable) }
  /// Whether it can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("playable", \.isPlayable) }
  /// Whether players show it unasked.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("enabled", \.isEnabled) }
  /// Whether all its media is in the asset's own file.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("selfContained", \.isSelfContained)
  }
  /// Bytes of all its samples.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    AVAsyncProperty("totalSampleDataLength", \.totalSampleDataLength)
  }
  /// What its media is or is for.
  public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
    AVAsyncProperty("mediaCharacteristics", \.mediaCharacteristics)
  }

  /// Where its samples lie on the asset's timeline.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange", \.timeRange) }
  /// Ticks a second of its own time stamps.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    AVAsyncProperty("naturalTimeScale", \.naturalTimeScale)
  }
  /// Bits a second on average.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("estimatedDataRate", \.estimatedDataRate)
  }
  /// What it shows of its media, and when.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { AVAsyncProperty("segments", \.segments) }

  /// ISO 639-2/T.
  public static var languageCode: AVAsyncProperty<Root, String?> { AVAsyncProperty("languageCode", \.languageCode) }
  /// BCP 47.
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    AVAsyncProperty("extendedLanguageTag", \.extendedLanguageTag)
  }

  /// Size of the picture as shown before its transform.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize", \.naturalSize) }
  /// How the picture is turned and moved for display.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty("preferredTransform", \.preferredTransform)
  }
  /// How loud the container wants it played.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("preferredVolume", \.preferredVolume)
  }
  /// Whether some of its sound can only be decoded after other sound.
  public static var hasAudioSampleDependencies: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("hasAudioSampleDependencies", \.hasAudioSampleDependencies)
  }
  /// Frames a second on average.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("nominalFrameRate", \.nominalFrameRate)
  }
  /// The shortest frame.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty("minFrameDuration", \.minFrameDuration)
  }
  /// Whether samples are stored in another order than they are shown.
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("requiresFrameReordering", \.requiresFrameReordering)
  }

  /// The items that have a common key, under it.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty("commonMetadata", \.commonMetadata)
  }
  /// Every item, in the file's order.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata", \.metadata) }
  /// The ways in which the container stores metadata of the track.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    AVAsyncProperty("availableMetadataFormats", \.availableMetadataFormats)
  }
  /// The ways in which it refers to other tracks.
  public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
    AVAsyncProperty("availableTrackAssociationTypes", \.availableTrackAssociationTypes)
  }
  /// Whether sample cursors can be made.
  public static var canProvideSampleCursors: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("canProvideSampleCursors", \.canProvideSampleCursors)
  }
}
