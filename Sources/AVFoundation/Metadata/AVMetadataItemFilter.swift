public import Foundation

/// Lets some metadata items through and keeps others back.
public final class AVMetadataItemFilter: NSObject, Sendable {
  private let accepted: Set<AVMetadataIdentifier>

  private init(accepted: Set<AVMetadataIdentifier>) { self.accepted = accepted }

  /// Returns a filter that lets through items which say nothing of the person who made or bought the file, beyond what
  /// its sellers want kept: rights, the buyer's account, and what playback needs. Places, names, comments and unknown
  /// keys are kept back.
  public class func forSharing() -> AVMetadataItemFilter { sharing }

  func accepts(_ item: AVMetadataItem) -> Bool { item.identifier.map(accepted.contains) ?? false }

  private static let sharing = AVMetadataItemFilter(accepted: rights.union(commerce).union(playback))

  private static let rights: Set<AVMetadataIdentifier> = [
    .commonIdentifierCopyrights, .quickTimeMetadataCopyright, .quickTimeUserDataCopyright, .iTunesMetadataCopyright,
    .id3MetadataCopyright, .id3MetadataCopyrightInformation, .id3MetadataTermsOfUse, .id3MetadataOwnership,
    .isoUserDataCopyright, .quickTimeUserDataPhonogramRights, .iTunesMetadataPhonogramRights,
  ]

  private static let commerce: Set<AVMetadataIdentifier> = [.iTunesMetadataAppleID, .iTunesMetadataAccountKind]

  private static let playback: Set<AVMetadataIdentifier> = [
    .commonIdentifierLanguage, .commonIdentifierFormat, .commonIdentifierAssetIdentifier,
    .commonIdentifierSoftware, .quickTimeMetadataSoftware, .quickTimeUserDataSoftware, .iTunesMetadataEncodingTool,
    .quickTimeMetadataContentIdentifier, .quickTimeMetadataVideoOrientation,
    .quickTimeMetadataPreferredAffineTransform, .quickTimeMetadataAutoLivePhoto,
    .quickTimeMetadataFullFrameRatePlaybackIntent, .quickTimeUserDataSpecialPlaybackRequirements,
    .quickTimeUserDataTaggedCharacteristic, .isoUserDataTaggedCharacteristic, .id3MetadataLength,
    .id3MetadataEncryption, .id3MetadataAudioEncryption, .iTunesMetadataDiscCompilation,
  ]
}
