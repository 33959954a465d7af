import CoreMedia
import MediaEngine
import Synchronization

// The tracks of an item that are presented.
extension AVPlayerItem {
  /// The choice of the tracks that are presented.
  var trackSelection: PresentedTracks { state.withLock { $0.trackSelection } }

  /// Changes the choice of the tracks that are presented, from now on.
  func changeTrackSelection(_ change: (inout PresentedTracks) -> Void) {
    let (engine, selection) = state.withLock { state in
      change(&state.trackSelection)
      return (state.engine, state.trackSelection)
    }
    engine?.setTracks(selection)
  }

  /// Returns whether a track is presented.
  func presents(_ track: AVAssetTrack) -> Bool {
    let selection = trackSelection
    switch track.mediaType {
    case .video, .audio:
      guard let information = try? asset.content.load() else { return track.isEnabled }
      let presented = [selection.pictures(of: information)].compactMap { $0 } + selection.sounds(of: information)
      return presented.contains { $0.trackID == track.trackID }
    case .text, .subtitle: return textTrack?.trackID == track.trackID
    default: return selection.wishes[track.trackID] ?? track.isEnabled
    }
  }

  /// Presents a track, or does not, whatever the file says.
  func setPresents(_ track: AVAssetTrack, _ isEnabled: Bool) {
    if track.mediaType == .text || track.mediaType == .subtitle {
      if isEnabled { setTextTrack(.track(track.trackID)) } else if presents(track) { setTextTrack(.none) }
      return
    }
    changeTrackSelection { $0.wishes[track.trackID] = isEnabled }
    if track.mediaType == .video { updatePresentationSize() }
    if track.mediaType == .metadata { for output in allOutputs { output.metadataTracksDidChange() } }
  }
}
