internal import Dispatch
internal import Foundation
internal import Glibc
internal import MediaSupport
internal import Synchronization

/// The implementation of a virtual output, with its thread. It renders sound, keeps its time, and records the sound.
///
/// While it plays in real time, only the thread renders and moves the clock; other threads set a goal and wait until
/// the thread has noticed it. The thread takes no lock: it sleeps until its next period or a new goal.
final class VirtualDevice: Sendable {
  /// The goal that the thread works for.
  enum Goal: UInt8 {
    case paused, playing, draining, closed
  }

  /// A period of 10 ms, as sound servers have.
  private static let periodsPerSecond = 100
  /// The delay, in nanoseconds, from which a device has an underrun, counted from when all rendered sound has been
  /// heard. Even a busy machine is delayed by less.
  private static let latestNanoseconds: Int64 = 1_000_000_000
  /// The time that a caller waits for the thread, which is only late if its source is.
  private static let patience = DispatchTimeInterval.seconds(2)

  let format: SoundFormat
  let heard: HeardPosition
  let events: SoundEventQueue
  let recorder: WAVRecorder?
  private let source: any SoundSource
  private let periodFrames: Int
  private let latencyFrames: Int64
  private let block: SoundBlock

  private let goal = Atomic<UInt8>(Goal.paused.rawValue)
  private let flushes = Atomic<Int>(0)
  private let commandCount = Atomic<Int>(0)
  private let seenCount = Atomic<Int>(0)
  private let wake = DispatchSemaphore(value: 0)
  private let seen = DispatchSemaphore(value: 0)
  /// A Boolean value that says whether the thread was started. The lock is held while a caller waits for the thread,
  /// which never takes it.
  private let commands = Mutex(false)
  private let identity = Atomic<UInt>(0)

  init(
    format: SoundFormat, latencyNanoseconds: Int64, source: any SoundSource, recorder: WAVRecorder?,
    events: SoundEventQueue
  ) {
    self.format = format
    self.source = source
    self.recorder = recorder
    self.events = events
    heard = HeardPosition(format: format)
    periodFrames = max(1, format.sampleRate / Self.periodsPerSecond)
    latencyFrames = format.frames(nanoseconds: latencyNanoseconds)
    block = SoundBlock(sampleCount: periodFrames * format.channelCount)
  }

  var isPlaying: Bool { goal.load(ordering: .acquiring) == Goal.playing.rawValue }
  var isClosed: Bool { goal.load(ordering: .acquiring) == Goal.closed.rawValue }

  /// Renders frames and records them, in blocks of at most a period. Only one thread at a time may call it.
  func render(_ count: Int, afterBlock: () -> Void = {}) {
    var left = count
    while left > 0 {
      let frames = min(left, periodFrames)
      let samples = UnsafeMutableBufferPointer(rebasing: block.samples[..<(frames * format.channelCount)])
      source.render(samples, frameCount: frames, at: heard.made)
      recorder?.write(UnsafeBufferPointer(samples))
      heard.make(frames)
      left -= frames
      afterBlock()
    }
  }

  /// Sets a goal for a stepped device, which has no thread. A closed device stays closed.
  func setGoal(_ new: Goal) {
    if isClosed { return }
    goal.store(new.rawValue, ordering: .releasing)
    if new == .closed { end() }
  }

  /// Gives the thread a goal, or tells it to flush, and waits until it has noticed; starts the thread for the first
  /// goal.
  func command(_ new: Goal?, flushing: Bool = false) {
    commands.withLock { isStarted in
      guard !isClosed else { return }
      if new == .closed, !isStarted {
        goal.store(Goal.closed.rawValue, ordering: .releasing)
        return end()
      }
      if !isStarted { startThread() }
      isStarted = true
      if let new { goal.store(new.rawValue, ordering: .releasing) }
      if flushing { flushes.wrappingAdd(1, ordering: .releasing) }
      let number = commandCount.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
      wake.signal()
      // The device's own thread would wait for itself.
      guard identity.load(ordering: .acquiring) != pthread_self() else { return }
      let drained = new == .draining ? heard.latency(at: HostTime.now) : 0
      let deadline = DispatchTime.now() + Self.patience + .nanoseconds(Int(drained))
      while seenCount.load(ordering: .acquiring) < number, seen.wait(timeout: deadline) == .success {}
    }
  }

  private func startThread() {
    let thread = Thread { [self] in
      identity.store(pthread_self(), ordering: .releasing)
      run()
    }
    thread.name = "virtual sound"
    thread.start()
  }

  /// The thread's work until the device is closed.
  private func run() {
    var clock = VirtualClock(format: format)
    var flushed = 0
    while true {
      let number = commandCount.load(ordering: .acquiring)
      let now = HostTime.now
      let wanted = Goal(rawValue: goal.load(ordering: .acquiring)) ?? .closed
      let flushCount = flushes.load(ordering: .acquiring)
      if flushCount != flushed { flush(&clock, at: now) }
      flushed = flushCount
      let isDrained = !clock.isMoving || clock.frame(at: now) >= heard.made
      let isEnd = wanted == .closed || wanted == .draining && isDrained
      if isEnd { recorder?.discard(frames: heard.made - clock.frame(at: now)) }
      if isEnd || wanted == .paused {
        clock.stop(at: now, limit: heard.made)
      } else if wanted == .playing {
        clock.start(at: now)
        keepUp(&clock, at: now)
      }
      heard.report(frame: clock.frame(at: now), hostTime: now, isMoving: clock.isMoving)
      if isEnd {
        goal.store(Goal.closed.rawValue, ordering: .releasing)
        end()
      }
      if isEnd || wanted != .draining, seenCount.exchange(number, ordering: .acquiringAndReleasing) != number {
        seen.signal()
      }
      if isEnd { return }
      sleep(until: nextTime(clock, wanted))
    }
  }

  /// Renders the frames that will be heard within the latency from now.
  private func keepUp(_ clock: inout VirtualClock, at now: Int64) {
    let gap = clock.frame(at: now) - heard.made
    if format.nanoseconds(frames: gap) > Self.latestNanoseconds {
      events.tell(.underrun(frames: gap))
      clock.move(to: heard.made, at: now)
    }
    while heard.made < clock.frame(at: now) + latencyFrames { render(periodFrames) }
  }

  private func flush(_ clock: inout VirtualClock, at now: Int64) {
    recorder?.discard(frames: heard.made - clock.frame(at: now))
    clock.move(to: heard.made, at: now)
  }

  private func nextTime(_ clock: VirtualClock, _ goal: Goal) -> Int64? {
    clock.hostTime(of: goal == .draining ? heard.made : heard.made - latencyFrames)
  }

  /// - Parameter hostTime: the end of the sleep in nanoseconds; `nil` for ever.
  private func sleep(until hostTime: Int64?) {
    guard let hostTime else { return wake.wait() }
    let left = hostTime - HostTime.now
    if left > 0 { _ = wake.wait(timeout: .now() + .nanoseconds(Int(left))) }
  }

  private func end() {
    events.close()
    recorder?.close()
  }
}

/// Memory for a block of samples.
private final class SoundBlock: Sendable {
  // Only the rendering thread accesses the memory, which is freed after its last use.
  nonisolated(unsafe) let samples: UnsafeMutableBufferPointer<Float>

  init(sampleCount: Int) {
    samples = .allocate(capacity: sampleCount)
    samples.initialize(repeating: 0)
    LiveObjects.increment()
  }

  deinit {
    samples.deallocate()
    LiveObjects.decrement()
  }
}
