import MediaSupport
import Synchronization

/// One sound of a mixer: frames from a ring, which begin at a frame of the mixer and are heard with gains.
///
/// The ring's frames are assigned to the mixer's by a line: every frame of the mixer has one frame of the ring,
/// whatever was rendered before. So voices that begin at one frame stay synchronized, and a mixer can go back. The line
/// is moved only by `start`, and by the render thread if the ring had nothing to play.
final class Voice: @unchecked Sendable {
  // Sendable: all state that is not atomic belongs to the render thread, or to the controlling thread while the voice
  // is off.

  let ring: SoundRing
  let meter: LevelMeter
  /// Called on the render thread, which needs more frames or has reached the end. It must neither take a lock nor wait.
  private let wake: @Sendable () -> Void
  /// Called on the render thread if frames are missing. It must neither take a lock nor wait.
  private let starve: @Sendable () -> Void

  private let isOn = Atomic<Bool>(false)
  private let lineSerial = Atomic<Int>(0)
  private let lineFrame = Atomic<Int64>(Voice.next)
  private let linePlace = Atomic<Int64>(0)
  private let rendered = Atomic<Int64>(0)
  private let end = Atomic<Int64>(.max)
  private let endedAt = Atomic<Int64>(.max)
  private let starved = Atomic<Int64>(0)
  /// The frame of the ring up to which the sound fades in, and the one from which it fades out.
  private let fadeInEnd = Atomic<Int64>(.min)
  private let fadeOutStart = Atomic<Int64>(.max)

  private let sampleRate: Int
  private let volumeChange = PendingGainChange()
  private var ramp: GainRamp
  /// The rest of a jump of the volume, which is added to the ramp, so that the jump causes no click.
  private var jump = GainRamp(0)
  /// The mixer's frame after the last one that has sound. A gain may jump without a click where sound begins after it.
  private var heardEnd = Int64.min

  /// The target gains, `ring.channelCount` times the device's channels. Only the render thread reads them.
  private let matrix: Atomic<UnsafeMutablePointer<Float>>
  private let targetCount: Int
  private let matrixSerial = Atomic<Int>(0)
  private var heardMatrixSerial = 0
  private let gains: UnsafeMutablePointer<Float>
  private let formerGains: UnsafeMutablePointer<Float>
  private var blendFramesLeft = 0

  /// The number of frames of a ramp that avoids a click, as a gain that jumps would cause.
  static let smoothFrames = 240
  /// The line's frame for a voice that begins with the next rendering.
  private static let next = Int64.min

  /// - Parameters:
  ///   - matrix: the gains from the ring's channels to the device's.
  ///   - volume: the gain of all of them.
  init(
    _ ring: SoundRing, sampleRate: Int, matrix: ChannelMatrix, volume: Float, wake: @escaping @Sendable () -> Void,
    starve: @escaping @Sendable () -> Void = {}
  ) {
    self.ring = ring
    (self.wake, self.starve) = (wake, starve)
    meter = LevelMeter(channelCount: ring.channelCount, sampleRate: sampleRate)
    targetCount = matrix.targetCount
    self.sampleRate = sampleRate
    ramp = GainRamp(volume)
    self.matrix = Atomic(Self.copy(matrix))
    gains = Self.copy(matrix)
    formerGains = Self.copy(matrix)
    LiveObjects.increment()
  }

  deinit {
    matrix.load(ordering: .acquiring).deallocate()
    gains.deallocate()
    formerGains.deallocate()
    LiveObjects.decrement()
  }

  private static func copy(_ matrix: ChannelMatrix) -> UnsafeMutablePointer<Float> {
    let pointer = UnsafeMutablePointer<Float>.allocate(capacity: max(1, matrix.gains.count))
    for (index, gain) in matrix.gains.enumerated() { pointer[index] = gain }
    return pointer
  }

  // MARK: Control

  /// The frame of the ring that is rendered next.
  var place: Int64 { rendered.load(ordering: .acquiring) }

  /// The number of frames that were missing in the ring when they were to be rendered.
  var starvedFrames: Int64 { starved.load(ordering: .relaxed) }

  /// The frame of the mixer after the last frame of the sound; `nil` until that was rendered.
  var endFrame: Int64? {
    let frame = endedAt.load(ordering: .acquiring)
    return frame == .max ? nil : frame
  }

  /// The end of the sound as a frame of the ring; `nil` if it is not known. Any thread.
  var endPlace: Int64? {
    get { end.load(ordering: .acquiring) == .max ? nil : end.load(ordering: .acquiring) }
    set { end.store(newValue ?? .max, ordering: .releasing) }
  }

  /// The frame of the ring from which the sound fades out, within `smoothFrames`; `nil` for none. Any thread.
  var fadeOutPlace: Int64? {
    get { fadeOutStart.load(ordering: .acquiring) == .max ? nil : fadeOutStart.load(ordering: .acquiring) }
    set { fadeOutStart.store(newValue ?? .max, ordering: .releasing) }
  }

  /// Returns the frame of the ring for a frame of the mixer.
  func place(at frame: Int64) -> Int64 {
    let line = line
    return line.frame == Self.next ? line.place : min(line.place + max(0, frame - line.frame), max(line.place, place))
  }

  /// Returns the frame of the ring that a frame of the mixer will have if no frames are missing.
  func place(of frame: Int64) -> Int64 {
    let line = line
    return line.frame == Self.next ? line.place : line.place + max(0, frame - line.frame)
  }

  /// Returns the frame of the mixer that a frame of the ring will have. It is `nil` if that is not known before the
  /// next rendering.
  func frame(of place: Int64) -> Int64? {
    let line = line
    return line.frame == Self.next ? nil : line.frame + place - line.place
  }

  /// A frame of the mixer, and its frame of the ring, which define the line.
  private var line: (frame: Int64, place: Int64) {
    while true {
      let serial = lineSerial.load(ordering: .acquiring)
      let line = (lineFrame.load(ordering: .relaxed), linePlace.load(ordering: .relaxed))
      atomicMemoryFence(ordering: .acquiring)
      if serial & 1 == 0, lineSerial.load(ordering: .relaxed) == serial { return line }
    }
  }

  /// Begins, or continues, with a frame of the ring. Call it only while the voice is off and after the epoch was
  /// synchronized.
  ///
  /// - Parameters:
  ///   - frame: the mixer's frame, which may have passed: the sound then begins in the middle. It is `nil` for the next
  ///     one.
  ///   - fadesIn: a Boolean value that says whether the sound fades in within `smoothFrames`.
  func start(at frame: Int64?, from place: Int64, fadesIn: Bool = false) {
    rest(at: place)
    fadeInEnd.store(fadesIn ? place + Int64(Self.smoothFrames) : .min, ordering: .releasing)
    if let frame { setLine(frame, place) }
    isOn.store(true, ordering: .sequentiallyConsistent)
  }

  /// Waits at a frame of the ring, from which `start` continues. Call it only while the voice is off and after the
  /// epoch was synchronized.
  func rest(at place: Int64) {
    endedAt.store(.max, ordering: .releasing)
    rendered.store(place, ordering: .releasing)
    setLine(Self.next, place)
  }

  /// Turns the voice off for all renderings that begin after this.
  func stop() { isOn.store(false, ordering: .sequentiallyConsistent) }

  /// Notes that the mixer goes back to a frame. Call it only during no rendering.
  func goBack(to frame: Int64) {
    if endedAt.load(ordering: .acquiring) > frame { endedAt.store(.max, ordering: .releasing) }
  }

  /// Changes the volume, from the next rendered frame on. While the sound is heard, a jump and a line take
  /// `smoothFrames` at least.
  func setVolume(_ change: GainChange) { volumeChange.add(change) }

  /// Changes the gains, within `smoothFrames` while the sound is heard.
  ///
  /// - Parameter epoch: the epoch of the mixer that the voice is in.
  func setMatrix(_ new: ChannelMatrix, _ epoch: RenderEpoch) {
    let former = matrix.exchange(Self.copy(new), ordering: .sequentiallyConsistent)
    matrixSerial.wrappingAdd(1, ordering: .sequentiallyConsistent)
    epoch.synchronize()
    former.deallocate()
  }

  private func setLine(_ frame: Int64, _ place: Int64) {
    lineSerial.wrappingAdd(1, ordering: .acquiringAndReleasing)
    atomicMemoryFence(ordering: .releasing)
    lineFrame.store(frame, ordering: .relaxed)
    linePlace.store(place, ordering: .relaxed)
    lineSerial.wrappingAdd(1, ordering: .releasing)
  }

  // MARK: The render thread

  /// Adds the frames of a stretch of the mixer.
  func mix(into output: UnsafeMutablePointer<Float>, frameCount: Int, at frame: Int64) {
    guard isOn.load(ordering: .sequentiallyConsistent), endedAt.load(ordering: .relaxed) == .max else { return }
    if lineFrame.load(ordering: .relaxed) == Self.next { setLine(frame, linePlace.load(ordering: .relaxed)) }
    let start = lineFrame.load(ordering: .relaxed)
    let first = max(frame, start)
    let wanted = Int(clamping: frame + Int64(frameCount) - first)
    guard wanted > 0 else { return }
    takeCommands(isHeard: first == heardEnd)
    let place = linePlace.load(ordering: .relaxed) + first - start
    let end = end.load(ordering: .acquiring)
    let written = ring.written
    let count = place < ring.oldest ? 0 : max(0, min(wanted, Int(clamping: min(written, end) - place)))
    add(count, from: place, to: output + Int(first - frame) * targetCount, endingAt: first)
    if count > 0 { heardEnd = first + Int64(count) }
    rendered.store(place + Int64(count), ordering: .releasing)
    // Near the end, the voice may have begun where nothing was written yet.
    ring.release(before: min(written, place + Int64(count)))
    if place + Int64(count) >= end {
      endedAt.store(first + Int64(count), ordering: .releasing)
      wake()
      return
    }
    if count < wanted {
      starved.wrappingAdd(Int64(wanted - count), ordering: .relaxed)
      // After missing frames the voice continues where it stopped.
      setLine(frame + Int64(frameCount), place + Int64(count))
      starve()
    }
    if written - place - Int64(count) < ring.lowFrames { wake() }
  }

  /// - Parameter isHeard: a Boolean value that says whether the sound continues without a gap, so that gains change
  ///   smoothly.
  private func takeCommands(isHeard: Bool) {
    if !isHeard { jump = GainRamp(0) }
    if let change = volumeChange.take() {
      let frames = Int(Int64(clamping: change.seconds * Double(sampleRate)))
      let heard = ramp.gain + jump.gain
      ramp.begin(change, over: isHeard ? max(frames, Self.smoothFrames) : frames)
      if change.start != nil {
        jump = GainRamp(isHeard ? heard - ramp.gain : 0)
        jump.move(to: 0, over: Self.smoothFrames)
      }
    }
    let serial = matrixSerial.load(ordering: .sequentiallyConsistent)
    guard serial != heardMatrixSerial else { return }
    heardMatrixSerial = serial
    let new = matrix.load(ordering: .sequentiallyConsistent)
    for index in 0..<ring.channelCount * targetCount {
      formerGains[index] = gain(index)
      gains[index] = new[index]
    }
    blendFramesLeft = isHeard ? Self.smoothFrames : 0
  }

  /// Returns a gain of the matrix, interpolated from the former one.
  private func gain(_ index: Int) -> Float {
    if blendFramesLeft == 0 { return gains[index] }
    return gains[index] + (formerGains[index] - gains[index]) * Float(blendFramesLeft) / Float(Self.smoothFrames)
  }

  /// Returns the gain of a frame of the ring during fading in and out.
  private func edgeGain(_ place: Int64, _ fadeIn: Int64, _ fadeOut: Int64) -> Float {
    let length = Float(Self.smoothFrames)
    let rise = place < fadeIn ? 1 - Float(fadeIn - place) / length : 1
    let fall = place >= fadeOut ? 1 - Float(place - fadeOut) / length : 1
    return max(0, min(rise, fall))
  }

  private func add(_ count: Int, from place: Int64, to output: UnsafeMutablePointer<Float>, endingAt start: Int64) {
    var done = 0
    let (fadeIn, fadeOut) = (fadeInEnd.load(ordering: .acquiring), fadeOutStart.load(ordering: .acquiring))
    let isAtEdge = place < fadeIn || place + Int64(count) > fadeOut
    while done < count {
      let (frames, part) = ring.stretch(at: place + Int64(done), limit: count - done)
      meter.add(frames, count: part, endingAt: start + Int64(done + part))
      for frame in 0..<part {
        let edge = isAtEdge ? edgeGain(place + Int64(done + frame), fadeIn, fadeOut) : 1
        add(frames + frame * ring.channelCount, to: output + (done + frame) * targetCount, gain: edge)
        ramp.advance()
        jump.advance()
        if blendFramesLeft > 0 { blendFramesLeft -= 1 }
      }
      done += part
    }
  }

  private func add(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, gain edge: Float) {
    let volume = (ramp.gain + jump.gain) * edge
    for channel in 0..<ring.channelCount {
      let sample = source[channel]
      for other in 0..<targetCount {
        let gain = gain(channel * targetCount + other)
        // A channel with a gain of zero adds nothing, even if its sample is infinite.
        if gain != 0 { target[other] += sample * gain * volume }
      }
    }
  }
}
