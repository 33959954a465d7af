public import CoreGraphics
public import CoreMedia
import Foundation
import MediaEngine

/// A track of a composition that can be edited. A track that was removed from its composition takes no changes.
public final class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  /// A Boolean value that says whether the track is presented. It is `true`, unless it is set.
  public override var isEnabled: Bool {
    get { super.isEnabled }
    set { composition.edit(trackID) { $0.isEnabled = newValue } }
  }

  /// The number of ticks per second in the track's times. It is that of the first media, or 600 without any, unless it
  /// is set; setting 0 restores that (CO-31).
  public override var naturalTimeScale: CMTimeScale {
    get { super.naturalTimeScale }
    set { composition.edit(trackID) { $0.timeScale = newValue > 0 ? newValue : nil } }
  }

  /// The language as an ISO 639-2/T code. It is `nil`, unless it is set.
  public override var languageCode: String? {
    get { super.languageCode }
    set { composition.edit(trackID) { $0.languageCode = newValue } }
  }

  /// The language as a BCP 47 tag. It is `nil`, unless it is set.
  public override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { composition.edit(trackID) { $0.extendedLanguageTag = newValue } }
  }

  /// The transform that turns and moves the pictures for display. It is the identity, unless it is set: that of the
  /// media is not taken over (CO-32).
  public override var preferredTransform: CGAffineTransform {
    get { super.preferredTransform }
    set { composition.edit(trackID) { $0.transform = newValue } }
  }

  /// The volume at which the track is meant to be played. It is 1, as recorded, unless it is set.
  public override var preferredVolume: Float {
    get { super.preferredVolume }
    set { composition.edit(trackID) { $0.volume = newValue } }
  }

  /// Replaces the description of samples in `formatDescriptions`, and when samples are vended as stored (CO-34).
  /// Decoding uses the description in the file.
  ///
  /// - Parameter replacementFormatDescription: `nil` takes a replacement back.
  public func replaceFormatDescription(
    _ originalFormatDescription: CMFormatDescription,
    with replacementFormatDescription: CMFormatDescription?
  ) {
    composition.edit(trackID) { $0.replace(originalFormatDescription, with: replacementFormatDescription) }
  }

  /// Refers to another track of the composition. A type that is not of four characters of Latin-1 changes nothing.
  public func addTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {
    guard compositionTrack.composition === composition, let code = trackAssociationType.code else { return }
    composition.edit(trackID) { $0.addAssociation(code, to: compositionTrack.trackID) }
  }

  /// Takes back a reference to another track.
  public func removeTrackAssociation(
    to compositionTrack: AVCompositionTrack, type trackAssociationType: AVAssetTrack.AssociationType
  ) {
    guard let code = trackAssociationType.code else { return }
    composition.edit(trackID) { $0.removeAssociation(code, to: compositionTrack.trackID) }
  }
}
