public import Foundation
import MediaEngine
import Synchronization

// The bytes of an item that are there. Files are there as a whole; media of a server, or of a resource loader, is
// downloaded while it is played.
extension AVPlayerItem {
  /// A Boolean value that says whether playing on is likely to need no pause. It is `false` until the item is ready, and can
  /// be observed (PI-15).
  public var isPlaybackLikelyToKeepUp: Bool {
    changed.isPlaybackLikelyToKeepUp.access()
    return buffering?.isLikelyToKeepUp ?? false
  }

  /// A Boolean value that says whether no media beyond the current time is buffered, so that playback has stalled or is about
  /// to. It is `true` until the item is ready, and can be observed (PI-15).
  public var isPlaybackBufferEmpty: Bool {
    changed.isPlaybackBufferEmpty.access()
    return buffering?.isEmpty ?? true
  }

  /// A Boolean value that says whether downloading rests, because enough is buffered or everything is downloaded. It can be
  /// `true` while `isPlaybackLikelyToKeepUp` is `false` (PI-41), and can be observed (PI-15).
  public var isPlaybackBufferFull: Bool {
    changed.isPlaybackBufferFull.access()
    return buffering?.isFull ?? false
  }

  /// The state of the buffered media. It is `nil` until the item is ready.
  private var buffering: Buffering? {
    let (status, engine) = state.withLock { ($0.status, $0.engine) }
    return status == .readyToPlay ? engine?.buffering ?? Buffering() : nil
  }

  /// The duration of media, in seconds, that is to be downloaded ahead of the time. It is 0 until it is set, which
  /// means as much as is useful: a minute, within 4 and 128 MiB (PI-40).
  public var preferredForwardBufferDuration: TimeInterval {
    get { state.withLock { $0.forwardBufferDuration } }
    set {
      let seconds = newValue.isFinite ? max(0, newValue) : 0
      let engine = state.withLock { state in
        state.forwardBufferDuration = seconds
        return state.engine
      }
      engine?.setForwardSeconds(seconds)
    }
  }

  /// Returns the figures of the item's download, as they are now, or were when the item left its player. It is `nil` for
  /// media that was not downloaded, and before playing begins (PI-70).
  public func accessLog() -> AVPlayerItemAccessLog? {
    let (record, engine) = state.withLock { ($0.record, $0.engine) }
    return record.access(now: engine).map { AVPlayerItemAccessLog([$0]) }
  }

  /// Returns the errors of the item's download. It is `nil` where there were none (PI-70).
  public func errorLog() -> AVPlayerItemErrorLog? {
    let (record, engine) = state.withLock { ($0.record, $0.engine) }
    let errors = record.errors(now: engine)
    guard !errors.isEmpty else { return nil }
    return AVPlayerItemErrorLog(
      errors.map { AVPlayerItemErrorLogEvent($0, of: record) })
  }
}
