import CoreMedia
import Foundation
import MediaEngine
import Synchronization

// The player's side of an item.
extension AVPlayerItem {
  /// The player that the item was given to. While it exists, the item cannot be given to another (PI-05). It is `nil`
  /// before that, and after the player was released.
  var player: AVPlayer? { state.withLock { $0.player } }

  /// Gives the item to a player.
  ///
  /// - Returns: whether no other player has it.
  func belong(to player: AVPlayer) -> Bool {
    // The last that keeps another player must not let go of it under the lock: its end asks the item to leave.
    let owner = state.withLock { state in
      let owner = state.player
      if owner == nil { state.player = player }
      return owner
    }
    return owner == nil || owner === player
  }

  /// Opens the item for the player that it was given to.
  ///
  /// - Parameter tell: called for each event after the item's own state shows it and before the item's notifications
  ///   are posted, so that whoever is notified finds the player as the event leaves it.
  func join(_ player: AVPlayer, tell: @escaping @Sendable (AVPlayerItem, PlayingEvent) -> Void) {
    let engine = PlayingItem(asset.content.played, device: player.makeDevice) { [weak self] event in
      guard let self else { return }
      note(event)
      for output in allOutputs { output.note(event) }
      tell(self, event)
      post(event)
    }
    let waits = player.automaticallyWaitsToMinimizeStalling
    let (isFirst, start, forward, reverse) = state.withLock { state in
      let isFirst = state.engine == nil && state.status != .failed
      if isFirst {
        state.engine = engine
        (state.record.joinDate, state.record.uri) = (Date(), (asset as? AVURLAsset)?.url.absoluteString)
      }
      return (isFirst, state.time, state.forwardEnd, state.reverseEnd)
    }
    guard isFirst else { return }
    for output in allOutputs { output.attach(to: self, engine) }
    let (volume, deviceUID, clock) = player.state.withLock { ($0.heardVolume, $0.deviceUID, $0.sourceClock) }
    engine.setVolume(volume)
    engine.setDevice(deviceUID)
    engine.setTimeStretch(timeStretch)
    engine.setSourceClock(clock)
    engine.setWaits(waits)
    engine.setTracks(trackSelection)
    engine.setForwardSeconds(preferredForwardBufferDuration)
    engine.setEnds(forward: forward, reverse: reverse)
    if start > .zero { engine.seek(to: start, completion: nil) }
    let load: @Sendable () -> Void = { [weak self] in
      // An item that has left its player meanwhile needs nothing more.
      guard let self, self.engine === engine else { return }
      asset.loadValuesAsynchronously(forKeys: automaticallyLoadedAssetKeys) { engine.begin() }
    }
    guard engine.content.download != nil else { return load() }
    // Loading the content tells the asset, too, what the item has read from afar: it has nothing to ask for then. Where it
    // fails, the asset, or the engine, finds out why.
    DispatchQueue.global().async {
      _ = try? engine.content.load()
      load()
    }
  }

  /// Leaves the player, which has no more use for the item. Its status stays as it is (PI-04).
  func leave() {
    guard let engine else { return }
    let (time, transfer) = (engine.time, PlaybackRecord.Transfer(of: engine))
    let isFirst = state.withLock { state in
      defer { (state.engine, state.isPresenting) = (nil, false) }
      guard state.engine != nil else { return false }
      state.time = time
      state.record.ends(with: transfer)
      return true
    }
    guard isFirst else { return }
    for output in allOutputs { output.attach(to: self, nil) }
    engine.end()
  }

  /// A Boolean value that says whether the item is prepared for what comes next. It is for callers that advance a
  /// device's time themselves.
  package var isPrepared: Bool { engine?.isPrepared ?? true && allOutputs.allSatisfy(\.isPrepared) }

  /// A Boolean value that says whether the item's time has stopped at its end.
  package var hasReachedEnd: Bool { engine?.hasReachedEnd ?? false }

  /// Looks at the time, for callers that let a device's time go on themselves.
  package func lookAtTime() {
    engine?.lookAtTime()
    for output in allOutputs { output.look() }
  }

  var engine: PlayingItem? { state.withLock { $0.engine } }

  /// A Boolean value that says whether the item is open in its player, and has reached the time that it was asked to go
  /// to.
  var isPresenting: Bool { state.withLock { $0.isPresenting } }

  /// Changes the item's own state as an event says.
  private func note(_ event: PlayingEvent) {
    keepRecord(of: event)
    switch event {
    case .ready: becomeReady()
    case .failed(let error):
      let isInPlayer = state.withLock { state in
        // One that has left its player stays as it is (PI-04).
        guard state.engine != nil else { return false }
        (state.status, state.error) = (.failed, AVError(wrapping: error))
        return true
      }
      if isInPlayer { announce([changed.error, changed.status]) }
    case .buffered:
      announce([
        changed.loadedTimeRanges, changed.isPlaybackLikelyToKeepUp, changed.isPlaybackBufferEmpty,
        changed.isPlaybackBufferFull,
      ])
    case .jumped, .reachedEnd, .failedToReachEnd, .stalled, .runs, .decoded, .flushed: break
    }
  }

  /// Posts the notification of an event.
  private func post(_ event: PlayingEvent) {
    switch event {
    case .jumped: MainThread.post(Self.timeJumpedNotification, from: self)
    case .reachedEnd: MainThread.post(Self.didPlayToEndTimeNotification, from: self)
    case .failedToReachEnd(let error):
      MainThread.post(Self.failedToPlayToEndTimeNotification, from: self, error: AVError(wrapping: error))
    case .stalled: MainThread.post(Self.playbackStalledNotification, from: self)
    case .ready, .failed, .buffered, .runs, .decoded, .flushed: break
    }
  }

  /// Keeps a record of an event for the logs, and posts notifications of new entries (PI-25).
  private func keepRecord(of event: PlayingEvent) {
    guard let engine, engine.transfer != nil else { return }
    let (place, errorCount) = (engine.time, engine.transferErrors.count)
    let (isFirstRun, hasErrors) = state.withLock { state in
      var isFirstRun = false
      switch event {
      case .ready: state.record.readyDate = Date()
      case .runs(let isRunning): isFirstRun = state.record.runs(isRunning, at: place, Date())
      case .stalled: state.record.stalls()
      default: break
      }
      return (isFirstRun, state.record.hasErrors(errorCount))
    }
    if isFirstRun { MainThread.post(Self.newAccessLogEntryNotification, from: self) }
    if hasErrors { MainThread.post(Self.newErrorLogEntryNotification, from: self) }
  }

  private func becomeReady() {
    let duration = asset.duration
    let tracks = asset.tracks.map { AVPlayerItemTrack($0, of: self) }
    let size = sizeOfPictures
    let hasPictures = engine?.pictures != nil
    let isInPlayer = state.withLock { state in
      // An item that has left its player stays as it is, as where it fails (PI-04).
      guard state.engine != nil else { return false }
      (state.duration, state.tracks) = (duration, tracks)
      (state.presentationSize, state.hasPictures) = (size, hasPictures)
      (state.status, state.isPresenting) = (.readyToPlay, true)
      return true
    }
    guard isInPlayer else { return }
    // The properties that follow from being ready are announced before the status.
    announce([
      changed.duration, changed.tracks, changed.presentationSize, changed.loadedTimeRanges,
      changed.seekableTimeRanges, changed.isPlaybackLikelyToKeepUp, changed.isPlaybackBufferEmpty,
      changed.isPlaybackBufferFull, changed.status,
    ])
    applyCriteria()
  }

  func announce(_ properties: [DerivedProperty]) {
    MainThread.perform { for property in properties { property.didChange() } }
  }
}
