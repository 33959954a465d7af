internal import CSDL2
internal import Dispatch
internal import Glibc
internal import MediaSupport
internal import Synchronization

/// A device that SDL 2 opens if no sound server runs, such as one of ALSA.
///
/// SDL reports neither latency nor time. A buffer counts as heard from the moment at which the next one is requested,
/// so the position is accurate to a buffer. SDL reports neither underruns nor the loss of a device, whose time then
/// stands still.
package final class SDLOutput: SoundOutput {
  /// The prefix of the unique identifiers of SDL's devices.
  package static let uidPrefix = "sdl:"
  /// SDL's drivers that play nothing.
  private static let silentDrivers: Set<String> = ["dummy", "disk"]
  /// The number of buffers that a device has according to SDL: one is heard while the next is rendered.
  private static let bufferCount: Int64 = 2
  private static let usualFormat = SoundFormat(sampleRate: 48000, channelCount: 2)

  package let name: String
  package let uid: String
  package let isSilent: Bool
  private let playback: SDLPlayback
  private let isRunning = Mutex(false)
  private let openedLatency: Double

  /// Opens a device of the driver that SDL chooses, or that its variable `SDL_AUDIODRIVER` names.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a format that no device has; `.deviceUnavailable` if the device
  ///   does not exist, or the library is not installed or has no driver that works.
  package init(
    _ request: SoundRequest = SoundRequest(), source: any SoundSource, handler: @escaping SoundEventHandler = { _ in }
  ) throws {
    let wanted = try request.format(of: Self.usualFormat)
    let device = request.device.map { $0.hasPrefix(Self.uidPrefix) ? String($0.dropFirst(4)) : $0 }
    let library = try Self.load()
    let opened = try SDLLibrary.lock.withLock { _ in
      try Self.open(library, device, wanted, request.latencyNanoseconds, source)
    }
    playback = opened.playback
    isSilent = Self.silentDrivers.contains(opened.driver)
    name = device ?? "SDL (\(opened.driver))"
    uid = Self.uidPrefix + (device ?? "")
    openedLatency = Double(wanted.nanoseconds(frames: Self.bufferCount * Int64(opened.playback.bufferFrames))) / 1e9
  }

  private static func load() throws -> CSDL2 {
    guard let library = csdl2_load()?.pointee else { throw SDLLibrary.isMissing }
    return library
  }

  private static func begin(_ library: CSDL2) throws {
    // Without this hint SDL would handle SIGINT itself.
    _ = library.SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
    guard library.InitSubSystem(UInt32(CSDL_INIT_AUDIO)) == 0 else {
      throw MediaError(
        .deviceUnavailable, .opening, "SDL finds no sound device",
        libraryMessage: library.GetError().map { String(cString: $0) })
    }
  }

  private static func open(
    _ library: CSDL2, _ device: String?, _ wanted: SoundFormat, _ latency: Int64, _ source: any SoundSource
  ) throws -> (playback: SDLPlayback, driver: String) {
    try begin(library)
    let driver = library.GetCurrentAudioDriver().map { String(cString: $0) } ?? ""
    do {
      let playback = SDLPlayback(library, format: wanted, source: source)
      try playback.open(device, bufferNanoseconds: latency / bufferCount)
      return (playback, driver)
    } catch {
      library.QuitSubSystem(UInt32(CSDL_INIT_AUDIO))
      throw error
    }
  }

  /// Returns the devices of SDL's driver.
  ///
  /// - Throws: `MediaError(.deviceUnavailable)` where the library is not installed or has no driver that works.
  package static func devices() throws -> [SoundDevice] {
    let library = try load()
    return try SDLLibrary.lock.withLock { _ in
      try begin(library)
      defer { library.QuitSubSystem(UInt32(CSDL_INIT_AUDIO)) }
      let isSilent = silentDrivers.contains(library.GetCurrentAudioDriver().map { String(cString: $0) } ?? "")
      return (0..<max(0, library.GetNumAudioDevices(0))).compactMap { number in
        library.GetAudioDeviceName(number, 0).map {
          let name = String(cString: $0)
          return SoundDevice(uid: uidPrefix + name, name: name, format: nil, isSilent: isSilent)
        }
      }
    }
  }

  deinit { close() }

  package var format: SoundFormat { playback.format }

  package var latency: Double {
    playback.heard.made == 0 ? openedLatency : Double(playback.heard.latency(at: HostTime.now)) / 1e9
  }

  package var position: SoundPosition {
    let now = HostTime.now
    return SoundPosition(frame: playback.heard.frame(at: now), hostTime: now)
  }

  package func start() {
    isRunning.withLock { isRunning in
      if !isRunning { playback.pause(false) }
      isRunning = true
    }
  }

  package func pause() {
    isRunning.withLock { isRunning in
      if isRunning { playback.pause(true) }
      isRunning = false
    }
  }

  /// Does nothing, because SDL cannot discard the buffer that it has.
  package func flush() {}

  package func close(draining: Bool) {
    if draining, isRunning.withLock({ $0 }) {
      // SDL does not report when a buffer has been heard: it takes a buffer's duration.
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + openedLatency)
    }
    pause()
    playback.close { body in SDLLibrary.lock.withLock { _ in body() } }
  }
}
