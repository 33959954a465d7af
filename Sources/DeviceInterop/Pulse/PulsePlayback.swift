internal import CPulse
internal import Glibc
internal import MediaSupport
internal import Synchronization

/// A stream to the server, as used on the library's thread: it requests sound from the source, and reports the server's
/// progress.
///
/// The callbacks run under the library's lock and hold no reference: the stream is closed under that lock before the
/// object is released.
final class PulsePlayback: @unchecked Sendable {
  // Members that are neither constant nor atomic are only accessed under the library's lock.

  let connection: PulseConnection
  let stream: OpaquePointer
  let format: SoundFormat
  let heard: HeardPosition
  let events: SoundEventQueue
  private let source: any SoundSource
  private let library: CPulse

  /// A Boolean value that says whether sound is requested from the source.
  let isRunning = Atomic<Bool>(false)
  let isLost = Atomic<Bool>(false)
  /// The device that the stream plays on now.
  let deviceUID = Mutex("")
  /// The answer that is given when the stream is ready or has failed.
  let opening = PulseAnswer()

  private var isOpen = true
  /// The number of rendered frames that were discarded, which the server does not count.
  private var discardedFrames: Int64 = 0
  private var underrun = UnderrunMeter()
  /// The host time until which a lack of sound is no underrun, but the consequence of a flush.
  private var flushEndTime: Int64 = 0

  init(
    connection: PulseConnection, stream: OpaquePointer, format: SoundFormat, source: any SoundSource,
    events: SoundEventQueue
  ) {
    self.connection = connection
    self.stream = stream
    self.format = format
    self.source = source
    self.events = events
    library = connection.library
    heard = HeardPosition(format: format)
    LiveObjects.increment()
  }

  deinit {
    close()
    LiveObjects.decrement()
  }

  private var bytesPerFrame: Int { format.channelCount * MemoryLayout<Float>.size }

  private static func from(_ user: UnsafeMutableRawPointer?) -> PulsePlayback? {
    user.map { Unmanaged<PulsePlayback>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the library's callbacks. The caller holds the library's lock.
  func listen() {
    let user = Unmanaged.passUnretained(self).toOpaque()
    library.stream_set_state_callback(stream, { _, user in PulsePlayback.from(user)?.stateChanged() }, user)
    library.stream_set_write_callback(stream, { _, bytes, user in PulsePlayback.from(user)?.write(bytes) }, user)
    library.stream_set_latency_update_callback(stream, { _, user in PulsePlayback.from(user)?.report() }, user)
    library.stream_set_underflow_callback(stream, { _, user in PulsePlayback.from(user)?.ranDry() }, user)
    library.stream_set_started_callback(stream, { _, user in PulsePlayback.from(user)?.wentOn() }, user)
    library.stream_set_moved_callback(stream, { _, user in PulsePlayback.from(user)?.moved() }, user)
  }

  /// Ends the stream and its callbacks. Any thread may call it. A second call has no effect.
  func close() {
    isRunning.store(false, ordering: .releasing)
    connection.perform {
      guard isOpen else { return }
      isOpen = false
      heard.stop(at: HostTime.now)
      library.stream_set_state_callback(stream, nil, nil)
      library.stream_set_write_callback(stream, nil, nil)
      library.stream_set_latency_update_callback(stream, nil, nil)
      library.stream_set_underflow_callback(stream, nil, nil)
      library.stream_set_started_callback(stream, nil, nil)
      library.stream_set_moved_callback(stream, nil, nil)
      _ = library.stream_disconnect(stream)
      library.stream_unref(stream)
    }
  }

  /// Renders as much sound as the server has space for. It runs on the library's thread.
  func fill() {
    guard isOpen else { return }
    let size = library.stream_writable_size(stream)
    // The library reports an error as the largest number.
    if size != .max { write(size) }
  }

  /// Renders this many bytes of sound into the library's memory. It runs on the library's thread.
  private func write(_ size: Int) {
    guard isOpen, isRunning.load(ordering: .acquiring) else { return }
    report()
    var left = size / bytesPerFrame
    while left > 0, isRunning.load(ordering: .acquiring) {
      var room = left * bytesPerFrame
      var bytes: UnsafeMutableRawPointer?
      guard library.stream_begin_write(stream, &bytes, &room) >= 0, let bytes else { return lose() }
      let count = min(left, room / bytesPerFrame)
      guard count > 0 else { return lose() }
      let samples = UnsafeMutableBufferPointer(
        start: bytes.assumingMemoryBound(to: Float.self), count: count * format.channelCount)
      source.render(samples, frameCount: count, at: heard.made)
      heard.make(count)
      guard library.stream_write(stream, bytes, count * bytesPerFrame, nil, 0, Int32(CPULSE_SEEK_RELATIVE)) >= 0
      else { return lose() }
      left -= count
    }
  }

  /// Publishes the frame that is heard, as far as the server has reported. The caller holds the library's lock.
  func report() {
    guard isOpen, let timing = library.stream_get_timing_info(stream)?.pointee else { return }
    var microseconds: UInt64 = 0
    guard library.stream_get_time(stream, &microseconds) == 0 else { return }
    let now = HostTime.now
    if timing.write_index_corrupt == 0 {
      discardedFrames = heard.made - timing.write_index / Int64(bytesPerFrame)
    }
    // Half a microsecond is added because the library rounds down.
    let frame = format.frames(nanoseconds: Int64(clamping: microseconds) &* 1000 &+ 500) + discardedFrames
    let isMoving = timing.playing != 0 && isRunning.load(ordering: .acquiring)
    heard.report(frame: frame, hostTime: now, isMoving: isMoving)
    guard isMoving, timing.read_index_corrupt == 0 else { return }
    let played = format.nanoseconds(frames: timing.read_index / Int64(bytesPerFrame))
    let time = (Int64(timing.timestamp.tv_sec) * 1_000_000 + Int64(timing.timestamp.tv_usec)) * 1000
    if let gap = underrun.report(played: played, at: time) {
      events.tell(.underrun(frames: max(1, format.frames(nanoseconds: gap))))
    }
  }

  /// Sets the host time until which a lack of sound is no underrun. The caller holds the library's lock.
  func expectFlush(until hostTime: Int64) { flushEndTime = hostTime }

  private func ranDry() {
    if isRunning.load(ordering: .acquiring), HostTime.now > flushEndTime { underrun.begin() }
  }

  private func wentOn() { underrun.end() }

  private func moved() {
    let uid = readDeviceUID()
    events.tell(.changed(uid: uid))
  }

  /// Stores the device that the stream plays on. The caller holds the library's lock.
  @discardableResult
  func readDeviceUID() -> String {
    let uid = library.stream_get_device_name(stream).map { String(cString: $0) } ?? ""
    deviceUID.withLock { $0 = uid }
    return uid
  }

  private func stateChanged() {
    switch Int(library.stream_get_state(stream)) {
    case CPULSE_STREAM_READY: opening.give(true)
    case CPULSE_STREAM_FAILED, CPULSE_STREAM_TERMINATED: lose()
    default: break
    }
  }

  /// Records that the server is lost, or has ended the stream. The caller holds the library's lock.
  func lose() {
    guard !isLost.exchange(true, ordering: .acquiringAndReleasing) else { return }
    isRunning.store(false, ordering: .releasing)
    heard.stop(at: HostTime.now)
    // The library's lock is already held.
    let reason = library.strerror(library.context_errno(connection.context)).map { String(cString: $0) }
    opening.give(false)
    events.tellLost(
      MediaError(.inputOutput, .writing, "the sound device or its server was lost", libraryMessage: reason))
  }
}
