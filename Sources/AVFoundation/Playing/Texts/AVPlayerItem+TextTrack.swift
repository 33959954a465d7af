import CoreMedia
import MediaEngine
import Synchronization
import TimedText

// The track of an item whose texts are shown, and given by its outputs.
extension AVPlayerItem {
  /// Shows the texts of another track, from now on.
  func setTextTrack(_ choice: TrackChoice) {
    let hasChanged = state.withLock { state in
      defer { state.textTrack = choice }
      return state.textTrack != choice
    }
    if hasChanged { for output in allOutputs { output.textTrackDidChange() } }
  }

  /// The tracks of texts that can be shown, without those that name chapters. There are none until the item is ready.
  var textTracks: [SourceTrack] {
    guard status == .readyToPlay, let tracks = (try? asset.content.load())?.tracks else { return [] }
    let chapters = Set(tracks.flatMap(\.associations).filter { $0.type == Self.chapterReference }.flatMap(\.trackIDs))
    return tracks.filter { track in
      guard [.subtitle, .text].contains(track.mediaType), !chapters.contains(UInt32(bitPattern: track.trackID)) else {
        return false
      }
      return track.formatDescriptions.first.flatMap { TextForm($0) } != nil
    }
  }

  private static let chapterReference: UInt32 = 0x6368_6170  // 'chap'

  /// The track whose texts are shown. It is `nil` for none.
  var textTrack: SourceTrack? {
    switch state.withLock({ $0.textTrack }) {
    case .automatic: textTracks.first(where: \.isEnabled)
    case .none: nil
    case .track(let id): textTracks.first { $0.trackID == id }
    }
  }

  /// Shows the texts of the next track. After the last track it shows none, and after none those of the first.
  package func showNextTextTrack() {
    let (tracks, next) = (textTracks, textTrackNumber ?? 0)
    setTextTrack(tracks.indices.contains(next) ? .track(tracks[next].trackID) : .none)
  }

  /// The number of the track whose texts are shown, among the tracks of texts, from 1. It is `nil` for none.
  package var textTrackNumber: Int? {
    textTrack.flatMap { shown in textTracks.firstIndex { $0.trackID == shown.trackID } }.map { $0 + 1 }
  }

  /// The reason why texts are not drawn on this machine, as one sentence. It is `nil` if they are drawn, and if there
  /// are none.
  package var textProblem: String? { textTracks.isEmpty ? nil : TextDrawer.problem }
}
