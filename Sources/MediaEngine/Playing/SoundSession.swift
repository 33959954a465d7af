import CoreMedia
import DeviceInterop
import Dispatch
import MediaInterop
import MediaSupport
import Synchronization

/// The playback of a sound, or of several that are heard together, on a device. A worker decodes the sound into a ring
/// ahead of the voice that renders it.
///
/// The ring's frames are those of the sound at the device's rate, from the position where playing began or was last
/// sought, followed by its repetitions. The owner must call `end`.
final class SoundSession: @unchecked Sendable {
  // Sendable: the feed belongs to the worker; the rest is constant, atomic or behind the lock.

  let device: MixingDevice
  /// The device's clock.
  let clock: CMClock
  private let mixer: SoundMixer
  private let voice: Voice
  private let worker = Worker(name: "sound")
  private let mix: SoundMix
  private let feed: SoundFeed
  private let onProgress: @Sendable () -> Void
  private let onEnd: @Sendable (SoundSession, (any Error)?) -> Void
  private let shared: Mutex<SoundState>
  private let hasBegun = DispatchSemaphore(value: 0)
  private let underrunsBefore: Int

  /// The duration of the sound that is decoded ahead of the frames that the device takes at once, in seconds. A busy
  /// machine is delayed by less.
  private static let ahead = 1.0
  /// The duration of the sound that suffices to begin playing, in seconds.
  private static let start = 0.2
  /// The duration of the played sound that is kept for a device that replaces another, in seconds: longer than a device
  /// takes in advance.
  private static let history = 0.5

  /// Opens the device and the sounds, and begins to decode them.
  ///
  /// - Parameters:
  ///   - sounds: one or more sounds, which are heard together.
  ///   - time: the position at which playing begins, in seconds.
  ///   - onProgress: called on the worker when a sought position is decoded, when the end of the sound is known, and
  ///     when enough is decoded ahead while the sound does not play, or after sound was missing. It is also called on
  ///     the render thread when sound is missing, where it must neither take a lock nor wait.
  ///   - onEnd: called on a thread of its own when the sound was heard to its end, with the error that ended it early.
  /// - Throws: the device's errors, and `MediaError` if the sound cannot be opened again.
  init(
    _ sounds: [SoundFile], on device: MixingDevice, _ settings: SoundPlayer.Settings, at time: Double,
    onProgress: @escaping @Sendable () -> Void = {},
    onEnd: @escaping @Sendable (SoundSession, (any Error)?) -> Void
  ) throws {
    self.device = device
    clock = device.clock
    (self.onProgress, self.onEnd) = (onProgress, onEnd)
    mixer = try device.acquire()
    underrunsBefore = device.underrunCount
    do {
      let rate = mixer.format.sampleRate
      mix = try SoundMix(sounds, sampleRate: rate)
      let ring = SoundRing(
        channelCount: mix.layout.count, aheadFrames: Int(Self.ahead * Double(rate)) + 2 * device.leadFrames,
        historyFrames: Int(Self.history * Double(rate)))
      feed = SoundFeed(mix, ring, sampleRate: rate)
    } catch {
      device.release()
      throw error
    }
    let worker = worker
    voice = Voice(
      feed.ring, sampleRate: mixer.format.sampleRate, matrix: settings.matrix(from: mix.layout, to: mixer.format),
      volume: settings.volume, wake: { worker.signal() }, starve: onProgress)
    voice.meter.isEnabled = settings.isMetering
    shared = Mutex(
      SoundState(
        at: SoundFrames.frame(at: time, mixer.format.sampleRate), rate: Double(settings.rate), settings.algorithm,
        loopCount: settings.loopCount))
    mixer.add(voice)
    LiveObjects.increment()
    worker.start { [self] in work() }
  }

  /// Waits until the initial position is decoded, which may come from a slow source. Call it once, and not after `end`.
  func waitUntilReady() { hasBegun.wait() }

  deinit { LiveObjects.decrement() }

  private func frame(at time: Double) -> Int64 { SoundFrames.frame(at: time, mixer.format.sampleRate) }

  // MARK: Control

  /// Begins at a frame of the mixer, or at once.
  ///
  /// - Parameter time: the time of the frame, for a sound that was heard to its end: after the end there is silence. It
  ///   is `nil` for a sound that continues where it is.
  func play(at frame: Int64?, from time: CMTime? = nil) {
    let frame = frame.map { min($0, SoundFrames.farthest) }
    shared.withLock { shared in
      shared.isPlaying = true
      shared.starvedBefore = voice.starvedFrames
      shared.startFrame = frame
      guard shared.isReady else { return }
      halt()
      voice.start(at: frame, from: max(voice.place, placeBehindEnd(of: time, shared)))
    }
  }

  /// Returns the frame of the ring for a time after the end; 0 if the sound was not heard to its end.
  private func placeBehindEnd(of time: CMTime?, _ shared: SoundState) -> Int64 {
    guard let time, let end = voice.endPlace, voice.place >= end else { return 0 }
    return shared.map.place(of: frame(at: time.seconds))
  }

  func pause() {
    shared.withLock { shared in
      shared.isPlaying = false
      halt()
    }
  }

  /// Continues at another position, as soon as that is decoded.
  ///
  /// - Parameter rate: the speed from there on; `nil` to keep it.
  func seek(to time: Double, rate: Double? = nil) {
    shared.withLock { shared in
      halt()
      shared.seek(to: frame(at: time), rate: rate)
      // The worker must not wait for the former position any more, nor begin to.
      mix.interrupt()
    }
    worker.signal()
  }

  /// A Boolean value that says whether the last sought position is decoded.
  var isReady: Bool { shared.withLock { $0.isReady } }

  /// The position from which playing continues after a pause. Sound before it was rendered, and is still heard. It is
  /// `nil` if the end of the sound was heard.
  var restTime: CMTime? {
    if let end = voice.endFrame, device.heardFrame >= end { return nil }
    return shared.withLock { shared in
      let frame = shared.goal ?? shared.map.frame(at: voice.place)
      return CMTime(value: frame, timescale: CMTimeScale(clamping: mixer.format.sampleRate))
    }
  }

  /// The time after the last frame of the sound. It is `nil` before the sound is decoded that far.
  var endTime: CMTime? { shared.withLock { endTime(of: $0) } }

  /// The error that ended decoding before the end of the sound, and the time after the last decoded frame. It is `nil`
  /// if there was no error.
  var failure: (error: any Error, time: CMTime)? {
    shared.withLock { shared in
      guard let error = shared.error, let time = endTime(of: shared) else { return nil }
      return (error, time)
    }
  }

  private func endTime(of shared: SoundState) -> CMTime? {
    shared.endFrame.map { CMTime(value: $0, timescale: CMTimeScale(clamping: mixer.format.sampleRate)) }
  }

  /// Returns the mixer's frame at which a time of the sound is heard while it plays. It is `nil` if it is not known.
  func frame(at time: CMTime) -> Int64? {
    shared.withLock { shared in
      shared.isReady && shared.isPlaying ? voice.frame(of: shared.map.place(of: frame(at: time.seconds))) : nil
    }
  }

  // MARK: Taking over

  /// Returns whether a time of the sound, and the sound that follows it, are decoded.
  func isDecoded(at time: CMTime) -> Bool {
    let frame = frame(at: time.seconds)
    let ahead = Int64(device.leadFrames) + Int64(Voice.smoothFrames)
    return shared.withLock { $0.isDecoded(frame, ahead: ahead, written: feed.ring.written) }
  }

  /// Begins playing at a frame of the device with an already decoded time of the sound. The sound fades in while the
  /// sound that it replaces fades out.
  func takeOver(at frame: Int64, from time: CMTime) {
    let first = self.frame(at: time.seconds)
    shared.withLock { shared in
      (shared.isPlaying, shared.startFrame, shared.starvedBefore) = (true, frame, voice.starvedFrames)
      halt()
      voice.start(at: frame, from: shared.map.place(of: first), fadesIn: true)
    }
  }

  /// Fades out from a frame of the device on.
  ///
  /// - Parameter frame: the frame; `nil` to continue as if no other sound had been about to take over.
  func giveWay(at frame: Int64?) {
    shared.withLock { shared in
      let place = frame.map { voice.place(of: $0) }
      voice.fadeOutPlace = place
      shared.stop = place.map { $0 + Int64(Voice.smoothFrames) }
      voice.endPlace = shared.endPlace
    }
  }

  // MARK: Other clocks

  /// Moves the sound that is heard relative to the device's time, if it plays.
  ///
  /// - Parameter seconds: the amount of the device's time, less than half a second. Sound is skipped if it is positive,
  ///   and repeated if it is negative.
  func shift(by seconds: Double) {
    shared.withLock { shared in
      let place = voice.place
      guard shared.isReady, shared.isPlaying, voice.endFrame == nil, let frame = voice.frame(of: place) else {
        return
      }
      halt()
      let rate = mixer.format.sampleRate
      voice.start(at: frame, from: SoundFrames.frame(at: Double(place) / Double(rate) + seconds, rate))
    }
    // After skipped sound, less is decoded ahead.
    worker.signal()
  }

  /// Makes the sound end at a time.
  ///
  /// - Parameter time: the time; if it is not numeric, the sound is heard to its own end.
  /// - Returns: Whether the sound has already ended before that time, so that it must be started again.
  func setLimit(_ time: CMTime) -> Bool {
    let limit = time.isNumeric ? frame(at: time.seconds) : nil
    return shared.withLock { shared in
      if shared.limit == limit { return false }
      shared.limit = limit
      voice.endPlace = shared.endPlace
      return voice.endFrame != nil && voice.endPlace.map { voice.place < $0 } ?? true
    }
  }

  /// Ends everything, without waiting. A second call has no effect.
  ///
  /// - Parameter draining: a Boolean value that says whether rendered sound is heard to its end.
  func end(draining: Bool = false) {
    let isOver = shared.withLock { shared in
      defer { shared.hasEnded = true }
      return shared.hasEnded
    }
    if isOver { return }
    halt()
    mixer.remove(voice)
    mix.cancel()
    worker.stop()
    device.release(draining: draining)
  }

  /// Stops the voice: the render thread no longer uses it when this returns.
  private func halt() {
    voice.stop()
    mixer.epoch.synchronize()
  }

  /// Changes the volume, from the next frame on that is rendered.
  func setVolume(_ change: GainChange) { voice.setVolume(change) }

  func change(from before: SoundPlayer.Settings, to settings: SoundPlayer.Settings) {
    if before.volume != settings.volume { setVolume(GainChange(to: settings.volume)) }
    if before.pan != settings.pan || before.channels != settings.channels {
      voice.setMatrix(settings.matrix(from: mix.layout, to: mixer.format), mixer.epoch)
    }
    voice.meter.isEnabled = settings.isMetering
    if before.loopCount != settings.loopCount {
      shared.withLock { $0.loopCount = settings.loopCount }
      worker.signal()
    }
    // A new speed algorithm applies from the next sought position on.
    shared.withLock { $0.algorithm = settings.algorithm }
    if before.rate != settings.rate { seek(to: time, rate: Double(settings.rate)) }
  }

  /// The position that is heard, or from which playing would continue, in seconds.
  var time: Double {
    shared.withLock { shared in
      let rate = Double(mixer.format.sampleRate)
      if let goal = shared.goal { return Double(goal) / rate }
      let place = shared.isPlaying ? voice.place(at: device.heardFrame) : voice.place
      return Double(shared.frame(at: place)) / rate
    }
  }

  /// The levels of the channels that are heard now.
  var levels: [LevelMeter.Level] { voice.meter.levels(before: device.heardFrame) }

  /// A Boolean value that says whether the ring is half full, or contains the rest of the sound.
  var isDecodedAhead: Bool {
    let isThere = shared.withLock { $0.isReady && $0.loopCount == $0.decodedLoopCount }
    return isThere && feed.ring.written >= min(voice.place + feed.ring.lowFrames, voice.endPlace ?? .max)
  }

  /// The gaps of the sound since the session began.
  var gaps: SoundGaps {
    SoundGaps(underruns: device.underrunCount - underrunsBefore, starvedFrames: voice.starvedFrames)
  }

  /// A Boolean value that says whether sound was missing since playing last began.
  var hasStarved: Bool { shared.withLock { voice.starvedFrames > $0.starvedBefore } }

  // MARK: The worker

  private func work() {
    repeat {
      if let (target, algorithm) = takeTarget() {
        feed.restart(target, algorithm)
        shared.withLock { shared in
          shared.restarts(from: target.origin)
          voice.endPlace = shared.endPlace
        }
      }
      if !isReady {
        decode(untilReady: true)
        arrive()
        hasBegun.signal()
      }
      decode()
      // A client may be waiting for this to start a sound that is not playing.
      if hasStarved || shared.withLock({ !$0.isPlaying }) { onProgress() }
    } while shared.withLock({ $0.mustSeek })
    tellEnd()
  }

  private func takeTarget() -> (SpeedMap, TimeStretchAlgorithm)? {
    shared.withLock { shared in
      guard let target = shared.takeTarget() else { return nil }
      mix.resume()
      return (target, shared.algorithm)
    }
  }

  /// Fills the ring, and sets the end of the sound once it is known.
  ///
  /// - Parameter untilReady: a Boolean value that says whether to stop when there is enough to begin with: the rest may
  ///   come from a slow source.
  private func decode(untilReady: Bool = false) {
    if shared.withLock({ $0.error != nil }) { return }
    let enough = untilReady ? Int64(Self.start * Double(mixer.format.sampleRate)) : .max
    let isWanted = { [self] in feed.ring.written < enough && shared.withLock { $0.isToBeDecoded } }
    do {
      let loops = shared.withLock { $0.loopCount }
      let end = try feed.fill(loops: loops, after: voice.place, while: isWanted)
      finish(at: end, length: feed.length)
      shared.withLock { $0.decodedLoopCount = loops }
    } catch let error as MediaError where error.kind == .cancelled && !isWanted() {
      // Another position is being sought.
      return
    } catch {
      // The decoded sound is heard before the error is reported.
      shared.withLock { $0.fails(error) }
      finish(at: feed.ring.written, length: nil)
    }
  }

  /// - Parameters:
  ///   - end: the frame of the ring behind the last one; `nil` if it is not known.
  ///   - length: the number of frames of the whole sound; `nil` if it is not known.
  private func finish(at end: Int64?, length: Int64?) {
    let isNews = shared.withLock { shared in
      let isOther = shared.finds(end: end, length: length)
      voice.endPlace = shared.endPlace
      return isOther
    }
    if isNews, end != nil { onProgress() }
  }

  /// Begins playing at the sought position, which is decoded now.
  private func arrive() {
    let hasArrived = shared.withLock { shared in
      guard shared.arrives() else { return false }
      halt()
      if shared.isPlaying {
        voice.start(at: shared.startFrame, from: 0)
      } else {
        voice.rest(at: 0)
      }
      return true
    }
    if hasArrived { onProgress() }
  }

  /// Reports the end after it has been heard.
  private func tellEnd() {
    guard let end = voice.endFrame else { return }
    let (isPlaying, error) = shared.withLock { ($0.isPlaying && $0.isReady && !$0.hasEnded, $0.error) }
    guard isPlaying else { return }
    let left = end - device.heardFrame
    let milliseconds = left > 0 ? Int(left * 1000 / Int64(max(1, mixer.format.sampleRate))) + 1 : 0
    // Devices do not report when a frame was heard, so the time is estimated and checked again.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      guard let self else { return }
      if left > 0 { tellEnd() } else { onEnd(self, error) }
    }
  }
}
