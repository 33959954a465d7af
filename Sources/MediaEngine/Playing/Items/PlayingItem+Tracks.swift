import CoreMedia
import MediaSupport
import Synchronization

// The tracks of an item that are presented.
extension PlayingItem {
  /// Presents other tracks, from now on.
  package func setTracks(_ tracks: PresentedTracks) {
    state.withLock { $0.tracks = tracks }
    worker.signal()
  }

  /// Continues with other tracks, or on another device, if these were chosen.
  ///
  /// - Returns: Whether that changes the next thing to do.
  func changeTracks(_ media: PlayingMedia) -> Bool {
    let (tracks, device, running, turn) = state.withLock { ($0.tracks, $0.sound.device, $0.playback.running, $0.turn) }
    let coming = turn?.media ?? media
    if tracks == coming.tracks, device == coming.device { return false }
    let keepsPictures = media.keepsPictures(tracks)
    if turn == nil, keepsPictures, media.keepsSound(tracks), device == media.device {
      self.media.withLock { $0?.tracks = tracks }
      return false
    }
    if let running, beginTurn(to: turn?.start ?? running.start, tracks, media) { return true }
    stopTime(media)
    let place = media.clamp(time)
    media.sound?.end()
    if !keepsPictures { media.pictures?.end() }
    soundRate = 1
    do {
      use(try PlayingMedia(media, tracks, at: place, soundOutput))
      state.withLock { state in
        if keepsPictures { state.playback.remakesSound(at: place) } else { state.playback.goesAnew(to: place) }
      }
      // Windows and outputs must update: there are other pictures, or none.
      tell(.decoded)
    } catch {
      // The former media has ended already, so the item cannot continue.
      fail(error)
      for answer in change({ $0.end() }) { answer(false) }
    }
    return true
  }
}
