public import Foundation

// Notifications of assets that grow, which are their object. They are posted on no certain thread, and only while a
// minder looks after the asset (FA-12).
extension NSNotification.Name {
  /// The asset has another duration.
  public static var AVAssetDurationDidChange: NSNotification.Name {
    NSNotification.Name("AVAssetDurationDidChangeNotification")
  }

  /// The file has fragments where it had none, or has none any more.
  public static var AVAssetContainsFragmentsDidChange: NSNotification.Name {
    NSNotification.Name("AVAssetContainsFragmentsDidChangeNotification")
  }

  /// The file has become one without fragments, and none can be added.
  public static var AVAssetWasDefragmented: NSNotification.Name {
    NSNotification.Name("AVAssetWasDefragmentedNotification")
  }

  /// The asset has other chapters.
  public static var AVAssetChapterMetadataGroupsDidChange: NSNotification.Name {
    NSNotification.Name("AVAssetChapterMetadataGroupsDidChangeNotification")
  }

  /// The asset has other tracks to choose from.
  public static var AVAssetMediaSelectionGroupsDidChange: NSNotification.Name {
    NSNotification.Name("AVAssetMediaSelectionGroupsDidChangeNotification")
  }
}

// Notifications of tracks of assets that grow, whose object is the track.
extension NSNotification.Name {
  /// The track has another time range.
  public static var AVAssetTrackTimeRangeDidChange: NSNotification.Name {
    NSNotification.Name("AVAssetTrackTimeRangeDidChangeNotification")
  }

  /// The track has other segments.
  public static var AVAssetTrackSegmentsDidChange: NSNotification.Name {
    NSNotification.Name("AVAssetTrackSegmentsDidChangeNotification")
  }

  /// The track has other references to tracks.
  public static var AVAssetTrackTrackAssociationsDidChange: NSNotification.Name {
    NSNotification.Name("AVAssetTrackTrackAssociationsDidChangeNotification")
  }
}
