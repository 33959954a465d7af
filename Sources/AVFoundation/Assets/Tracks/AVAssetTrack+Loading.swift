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
  /// A Boolean value that says whether this build decodes the track.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("decodable", \.isDecodable) }
  /// A Boolean value that says whether the track can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("playable", \.isPlayable) }
  /// A Boolean value that says whether players show the track unasked.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("enabled", \.isEnabled) }
  /// A Boolean value that says whether all media of the track is in the asset's own file.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("selfContained", \.isSelfContained)
  }
  /// The number of bytes of all samples.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    AVAsyncProperty("totalSampleDataLength", \.totalSampleDataLength)
  }
  /// The characteristics that follow from the track's media type and formats.
  public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
    AVAsyncProperty("mediaCharacteristics", \.mediaCharacteristics)
  }

  /// The range of the asset's timeline in which the samples lie.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange", \.timeRange) }
  /// The number of ticks a second in the track's own timestamps.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    AVAsyncProperty("naturalTimeScale", \.naturalTimeScale)
  }
  /// The average bit rate, in bits a second.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("estimatedDataRate", \.estimatedDataRate)
  }
  /// The parts of the media that the track shows, and when.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { AVAsyncProperty("segments", \.segments) }

  /// The language as an ISO 639-2/T code.
  public static var languageCode: AVAsyncProperty<Root, String?> { AVAsyncProperty("languageCode", \.languageCode) }
  /// The language as a BCP 47 tag.
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    AVAsyncProperty("extendedLanguageTag", \.extendedLanguageTag)
  }

  /// The size of the picture as shown before its transform.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize", \.naturalSize) }
  /// The transform that turns and moves the picture for display.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty("preferredTransform", \.preferredTransform)
  }
  /// The volume at which the track is meant to be played.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("preferredVolume", \.preferredVolume)
  }
  /// A Boolean value that says whether some of the sound can be decoded only after other sound.
  public static var hasAudioSampleDependencies: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("hasAudioSampleDependencies", \.hasAudioSampleDependencies)
  }
  /// The average frame rate, in frames a second.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("nominalFrameRate", \.nominalFrameRate)
  }
  /// The duration of the shortest frame.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty("minFrameDuration", \.minFrameDuration)
  }
  /// A Boolean value that says whether samples are stored in another order than they are shown.
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("requiresFrameReordering", \.requiresFrameReordering)
  }

  /// The items that have a common key, each under that key.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty("commonMetadata", \.commonMetadata)
  }
  /// Every item, in the file's order.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata", \.metadata) }
  /// The formats of the track's metadata in the container.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    AVAsyncProperty("availableMetadataFormats", \.availableMetadataFormats)
  }
  /// The kinds of reference from the track to other tracks.
  public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
    AVAsyncProperty("availableTrackAssociationTypes", \.availableTrackAssociationTypes)
  }
  /// A Boolean value that says whether sample cursors can be made.
  public static var canProvideSampleCursors: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("canProvideSampleCursors", \.canProvideSampleCursors)
  }
}
