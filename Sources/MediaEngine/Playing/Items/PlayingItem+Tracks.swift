import CoreMedia
import MediaSupport
import Synchronization

// The tracks of an item that are presented.
extension PlayingItem {
  /// Presents other tracks, from now on.
  package func setTracks(_ tracks: TrackSelection) {
    state.withLock { $0.tracks = tracks }
    worker.signal()
  }

  /// Goes on with other tracks, or on another device, where these were chosen.
  ///
  /// - Returns: whether that changes what is to be done.
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
    let place = time
    stopTime(media)
    media.sound?.end()
    if !keepsPictures { media.pictures?.end() }
    soundRate = 1
    do {
      let media = try PlayingMedia(media, tracks, at: media.clamp(place), soundOutput)
      self.media.withLock { $0 = media }
      if !keepsPictures { state.withLock { $0.playback.goesAnew(to: place) } }
      // Windows and outputs look again: there are other pictures, or none.
      tell(.decoded)
    } catch {
      fail(error)
      for answer in change({ $0.end() }) { answer(false) }
    }
    return true
  }
}
