public import CoreMedia
public import Foundation
import MediaEngine

/// A composition that can be edited. Readers and players show it as it was when they were made (CO-40).
public final class AVMutableComposition: AVComposition, _AVMutableCompositionWithTracks, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  /// A composition without tracks.
  ///
  /// - Parameter URLAssetInitializationOptions: the options of the assets that are made for the URLs of segments, as
  ///   `AVURLAsset` takes them.
  public convenience init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]? = nil) {
    self.init(Composition.Plan(), URLAssetInitializationOptions ?? [:])
  }

  /// A composition of the same tracks that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any {
    AVComposition(composition.plan, urlAssetInitializationOptions)
  }

  /// The size of the pictures. It is that of the first video track unless it is set; setting zero restores that
  /// (CO-30).
  public override var naturalSize: CGSize {
    get { super.naturalSize }
    set { composition.setNaturalSize(newValue == .zero ? nil : newValue) }
  }

  override func makeTrack(_ trackID: Int32, _ mediaType: AVMediaType) -> AVCompositionTrack {
    AVMutableCompositionTrack(self, trackID, mediaType)
  }

  // MARK: Tracks

  /// Adds a track without segments, behind the others (CO-20).
  ///
  /// - Parameter preferredTrackID: the track's identifier, unless a track has it or had it. With
  ///   `kCMPersistentTrackID_Invalid` an unused identifier is chosen.
  /// - Returns: the track, never `nil`.
  @discardableResult
  public func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    let trackID = composition.addTrack(.init(mediaType), preferredTrackID: preferredTrackID)
    let track = AVMutableCompositionTrack(self, trackID, mediaType)
    changeTracks { $0.append(track) }
    return track
  }

  /// Removes a track. Its `asset` is `nil` from then on, and a track of another composition changes nothing (CO-21).
  public func removeTrack(_ track: AVCompositionTrack) {
    guard track.composition === composition else { return }
    composition.removeTrack(track.trackID)
    changeTracks { $0.removeAll { $0 === track } }
  }

  /// Returns the first track into which parts of a track can be inserted: one of the same media type. It is `nil`
  /// where there is none (CO-22).
  public func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.mediaType == track.mediaType }
  }

  var mutableTracks: [AVMutableCompositionTrack] { compositionTracks.compactMap { $0 as? AVMutableCompositionTrack } }
}
