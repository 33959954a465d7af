import CoreMedia
import MediaEngine
import Synchronization
import TimedText

/// The track whose texts are shown.
enum TextTrackChoice: Sendable, Equatable {
  /// The first track of texts that is enabled.
  case automatic
  case none
  case track(CMPersistentTrackID)
}

// The track of an item whose texts are shown, and given by its outputs.
extension AVPlayerItem {
  /// Shows the texts of another track, from now on.
  func setTextTrack(_ choice: TextTrackChoice) {
    let hasChanged = state.withLock { state in
      defer { state.textTrack = choice }
      return state.textTrack != choice
    }
    if hasChanged { for output in allOutputs { output.textsDidChange() } }
  }

  /// The tracks of texts that can be shown, those that name chapters apart. There are none until the item is ready.
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

  /// Shows the texts of the next track, none behind the last, and the first behind none.
  ///
  /// - Returns: the place of the track among those of texts, and its language. It is `nil` for none.
  package func showNextTextTrack() -> (number: Int, language: String?)? {
    let tracks = textTracks
    let next = textTrack.flatMap { shown in tracks.firstIndex { $0.trackID == shown.trackID } }.map { $0 + 1 } ?? 0
    guard tracks.indices.contains(next) else {
      setTextTrack(.none)
      return nil
    }
    setTextTrack(.track(tracks[next].trackID))
    return (next + 1, tracks[next].extendedLanguageTag ?? tracks[next].languageCode)
  }

  /// The number of tracks of texts that can be shown.
  package var textTrackCount: Int { textTracks.count }
}
