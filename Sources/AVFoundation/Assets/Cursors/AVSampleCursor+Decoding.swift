import CoreMedia
import Foundation
import MediaEngine

/// The conditions for decoding the sample, from the file's tables: sync samples, and dependencies where they are
/// stated.
extension AVSampleCursor {
  /// Information that says whether decoding can begin with the sample, and whether it can be dropped.
  public var currentSampleSyncInfo: AVSampleCursorSyncInfo {
    AVSampleCursorSyncInfo(
      sampleIsFullSync: ObjCBool(place.isSync), sampleIsPartialSync: false,
      sampleIsDroppable: ObjCBool(place.isDependedOn == false))
  }

  /// The dependencies of the sample on others, and of others on it.
  public var currentSampleDependencyInfo: AVSampleCursorDependencyInfo {
    AVSampleCursorDependencyInfo(
      sampleIndicatesWhetherItHasDependentSamples: ObjCBool(place.isDependedOn != nil),
      sampleHasDependentSamples: ObjCBool(place.isDependedOn ?? false),
      sampleIndicatesWhetherItDependsOnOthers: ObjCBool(place.dependsOnOthers != nil),
      sampleDependsOnOthers: ObjCBool(place.dependsOnOthers ?? false),
      sampleIndicatesWhetherItHasRedundantCoding: ObjCBool(place.hasRedundancy != nil),
      sampleHasRedundantCoding: ObjCBool(place.hasRedundancy ?? false))
  }

  /// The dependencies as attachments of a sample buffer, by `kCMSampleAttachmentKey_…`. It is `nil` where nothing is
  /// stated.
  public var currentSampleDependencyAttachments: [AnyHashable: Any]? {
    let answers: [(CFString, Bool?)] = [
      (kCMSampleAttachmentKey_DependsOnOthers, place.dependsOnOthers),
      (kCMSampleAttachmentKey_IsDependedOnByOthers, place.isDependedOn),
      (kCMSampleAttachmentKey_HasRedundantCoding, place.hasRedundancy),
    ]
    var attachments: [AnyHashable: Any] = [:]
    for case (let key, let answer?) in answers { attachments[AnyHashable(key as String)] = answer }
    return attachments.isEmpty ? nil : attachments
  }

  /// Information that says whether a sample of sound can be decoded alone.
  public var currentSampleAudioDependencyInfo: AVSampleCursorAudioDependencyInfo {
    AVSampleCursorAudioDependencyInfo(
      audioSampleIsIndependentlyDecodable: ObjCBool(place.isSync),
      audioSamplePacketRefreshCount: place.samplesUntilRefresh)
  }

  /// The number of samples before this one that have to be decoded to show it as in playing from the start. They are
  /// those from the last sync sample on, and for sound as many as the track's roll group states.
  public var samplesRequiredForDecoderRefresh: Int { place.samplesBeforeRefresh }
}
