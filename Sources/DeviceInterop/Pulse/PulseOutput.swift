internal import CPulse
internal import Dispatch
internal import MediaSupport
internal import Synchronization

/// A device of a PulseAudio server, or of PipeWire, which answers the same protocol.
///
/// The sound is rendered on the library's thread, of which the process has one. The server keeps rendered frames
/// through a pause. After an underrun it waits until it has sound for the whole latency again, and drops none. A server
/// that does not answer a command within 2 s counts as lost.
package final class PulseOutput: SoundOutput {
  package let name: String
  package let isSilent: Bool
  private let playback: PulsePlayback
  private let openedLatency: Double
  private let isClosed = Mutex(false)

  /// Opens a device of a server.
  ///
  /// - Parameter server: an address in the form of `PULSE_SERVER`, such as `unix:/run/pulse/native`; `nil` for the
  ///   server that all programs of this environment use.
  /// - Throws: `MediaError(.unsupportedSettings)` for a format that no device has; `.deviceUnavailable` if the device
  ///   does not exist, the library is not installed, or no server answers within 2 s.
  package init(
    _ request: SoundRequest = SoundRequest(), server: String? = nil, source: any SoundSource,
    handler: @escaping SoundEventHandler = { _ in }
  ) throws {
    let connection = try PulseConnection.open(server: server)
    let wanted = request.device ?? PulseConnection.defaultSink
    guard let sink = try connection.sinks(named: wanted).first else {
      throw MediaError(.deviceUnavailable, .opening, "there is no sound device \"\(wanted)\"")
    }
    name = sink.name
    isSilent = sink.isSilent
    let format = try request.format(of: sink.format)
    guard let stream = Self.makeStream(connection, format) else {
      throw MediaError.pulse(
        "cannot play \(format.channelCount) channels at \(format.sampleRate) Hz", connection.reason)
    }
    playback = PulsePlayback(
      connection: connection, stream: stream, format: format, source: source, events: SoundEventQueue(handler))
    openedLatency = Double(request.latencyNanoseconds) / 1e9
    try connect(to: request.device, latency: request.latencyNanoseconds)
  }

  /// Returns the devices of a server.
  ///
  /// - Parameter server: the server's address, as for opening a device.
  /// - Throws: `MediaError(.deviceUnavailable)` where the library is not installed or no server answers within 2 s.
  package static func devices(server: String? = nil) throws -> [SoundDevice] {
    try PulseConnection.open(server: server).sinks().map {
      SoundDevice(uid: $0.uid, name: $0.name, format: $0.format, isSilent: $0.isSilent)
    }
  }

  private static func makeStream(_ connection: PulseConnection, _ format: SoundFormat) -> OpaquePointer? {
    var specification = CPulseSampleSpec(
      format: Int32(CPULSE_SAMPLE_FLOAT32LE), rate: UInt32(format.sampleRate), channels: UInt8(format.channelCount))
    var map = CPulseChannelMap()
    let library = connection.library
    return connection.perform {
      _ = library.channel_map_init_extend(&map, UInt32(format.channelCount), Int32(CPULSE_CHANNEL_MAP_WAVEEX))
      return library.stream_new(connection.context, "sound", &specification, &map)
    }
  }

  private func connect(to device: String?, latency: Int64) throws {
    let connection = playback.connection
    let bytesPerFrame = playback.format.channelCount * MemoryLayout<Float>.size
    let length = max(1, playback.format.frames(nanoseconds: latency)) * Int64(bytesPerFrame)
    var attributes = CPulseBufferAttributes(
      maxlength: .max, tlength: UInt32(clamping: length), prebuf: .max, minreq: .max, fragsize: .max)
    let flags =
      CPULSE_STREAM_START_CORKED | CPULSE_STREAM_INTERPOLATE_TIMING | CPULSE_STREAM_AUTO_TIMING_UPDATE
      | CPULSE_STREAM_ADJUST_LATENCY
    let isAsked = connection.perform {
      playback.listen()
      return connection.library.stream_connect_playback(
        playback.stream, device, &attributes, Int32(flags), nil, nil) >= 0
    }
    guard isAsked else { throw MediaError.pulse("does not open the device", connection.reason) }
    guard playback.opening.wait(until: .now() + PulseConnection.patience) else {
      throw MediaError.pulse("does not answer")
    }
    guard playback.opening.isSuccess, !playback.isLost.load(ordering: .acquiring) else {
      throw MediaError.pulse("does not open the device", connection.reason)
    }
    connection.perform { _ = playback.readDeviceUID() }
  }

  deinit { close() }

  package var uid: String { playback.deviceUID.withLock { $0 } }
  package var format: SoundFormat { playback.format }

  package var latency: Double {
    playback.heard.made == 0 ? openedLatency : Double(playback.heard.latency(at: HostTime.now)) / 1e9
  }

  package var position: SoundPosition {
    let now = HostTime.now
    return SoundPosition(frame: playback.heard.frame(at: now), hostTime: now)
  }

  package func start() {
    command { library, stream in
      guard !playback.isRunning.exchange(true, ordering: .acquiringAndReleasing) else { return }
      ask(PulseStartAnswer(playback)) { library.stream_cork(stream, 0, PulseStartAnswer.startCallback, $0) }
    }
  }

  package func pause() {
    command { library, stream in
      guard playback.isRunning.exchange(false, ordering: .acquiringAndReleasing) else { return }
      ask { library.stream_cork(stream, 1, PulseAnswer.streamCallback, $0) }
      settle()
    }
  }

  package func flush() {
    command { library, stream in
      // Sound is available again after the latency at the latest; twice that on a busy machine.
      let end = HostTime.now + Int64(2e9 * openedLatency) + 250_000_000
      playback.connection.perform { playback.expectFlush(until: end) }
      ask { library.stream_flush(stream, PulseAnswer.streamCallback, $0) }
      settle()
    }
  }

  package func close(draining: Bool) {
    command { library, stream in
      guard draining, playback.isRunning.exchange(false, ordering: .acquiringAndReleasing) else { return }
      let patience = PulseConnection.patience
      // A server that fails to drain in time is closed all the same.
      _ = playback.connection.ask(patience: patience + openedLatency) {
        library.stream_drain(stream, PulseAnswer.streamCallback, $0)
      }
    }
    isClosed.withLock { isClosed in
      isClosed = true
      playback.events.close()
      playback.close()
    }
  }

  /// Runs one command at a time on an open stream.
  private func command(_ body: (CPulse, OpaquePointer) -> Void) {
    isClosed.withLock { isClosed in
      guard !isClosed, !playback.isLost.load(ordering: .acquiring) else { return }
      body(playback.connection.library, playback.stream)
    }
  }

  /// Sends a request. A server that does not answer, or refuses a request that every server must support, counts as
  /// lost.
  private func ask(_ answer: PulseAnswer = PulseAnswer(), _ request: (UnsafeMutableRawPointer) -> OpaquePointer?) {
    let connection = playback.connection
    if connection.ask(answer, request) == .unanswered { connection.perform { playback.lose() } }
  }

  /// Publishes the position that the server reports.
  private func settle() {
    guard !playback.isLost.load(ordering: .acquiring) else { return }
    let library = playback.connection.library
    ask { library.stream_update_timing_info(playback.stream, PulseAnswer.streamCallback, $0) }
    playback.connection.perform { playback.report() }
  }
}

extension DispatchTimeInterval {
  /// Returns a time that is longer by some seconds.
  fileprivate static func + (time: DispatchTimeInterval, seconds: Double) -> DispatchTimeInterval {
    guard case .seconds(let whole) = time else { return time }
    return .milliseconds(whole * 1000 + Int(seconds * 1000))
  }
}
