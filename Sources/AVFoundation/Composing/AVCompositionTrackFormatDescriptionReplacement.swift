public import CoreMedia
public import Foundation
import MediaEngine

/// A description of samples in a composition's track, and the one that replaces it.
public final class AVCompositionTrackFormatDescriptionReplacement: NSObject, Sendable {
  /// The description that the samples have in their file.
  public let originalFormatDescription: CMFormatDescription
  /// The description that they have in the composition.
  public let replacementFormatDescription: CMFormatDescription

  init(_ replacement: CompositionTrack.Replacement) {
    originalFormatDescription = replacement.original
    replacementFormatDescription = replacement.replacement
  }
}
