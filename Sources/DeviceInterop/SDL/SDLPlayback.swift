internal import CSDL2
internal import Dispatch
internal import Glibc
internal import MediaSupport
internal import Synchronization

/// A device of SDL, as used on SDL's thread, which requests sound from it.
///
/// SDL holds no reference: the device is closed, which ends the thread, before the object is released.
final class SDLPlayback: @unchecked Sendable {
  // The functions are constant, and all other members are atomic.

  let format: SoundFormat
  let heard: HeardPosition
  private let source: any SoundSource
  private let library: CSDL2
  private let device = Atomic<UInt32>(0)
  private let buffer = Atomic<Int>(0)
  private let isPlaying = Atomic<Bool>(false)
  private let identity = Atomic<UInt>(0)

  init(_ library: CSDL2, format: SoundFormat, source: any SoundSource) {
    self.library = library
    self.format = format
    self.source = source
    heard = HeardPosition(format: format)
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  /// The number of frames in one of the device's buffers.
  var bufferFrames: Int { buffer.load(ordering: .acquiring) }

  /// Opens the device, paused. SDL converts the sound if the hardware has another format.
  ///
  /// - Throws: `MediaError(.deviceUnavailable)` where it cannot be opened.
  func open(_ name: String?, bufferNanoseconds: Int64) throws {
    let frames = max(64, min(16384, format.frames(nanoseconds: bufferNanoseconds)))
    var wanted = CSDLAudioSpec()
    wanted.freq = Int32(format.sampleRate)
    wanted.format = UInt16(CSDL_AUDIO_F32LSB)
    wanted.channels = UInt8(format.channelCount)
    // SDL requires a power of two.
    wanted.samples = UInt16(1 << (63 - frames.leadingZeroBitCount))
    wanted.callback = { user, bytes, size in
      guard let user, let bytes else { return }
      Unmanaged<SDLPlayback>.fromOpaque(user).takeUnretainedValue().fill(bytes, Int(size))
    }
    wanted.userdata = Unmanaged.passUnretained(self).toOpaque()
    var obtained = CSDLAudioSpec()
    let identifier = library.OpenAudioDevice(name, 0, &wanted, &obtained, Int32(CSDL_ALLOW_SAMPLES_CHANGE))
    guard identifier != 0 else {
      throw MediaError(
        .deviceUnavailable, .opening,
        name.map { "there is no sound device \"\(SDLOutput.uidPrefix + $0)\"" } ?? "SDL cannot open a sound device",
        libraryMessage: library.GetError().map { String(cString: $0) })
    }
    buffer.store(Int(obtained.samples), ordering: .releasing)
    device.store(identifier, ordering: .releasing)
  }

  /// Renders a buffer of sound. It runs on SDL's thread.
  private func fill(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int) {
    identity.store(pthread_self(), ordering: .relaxed)
    let count = size / (format.channelCount * MemoryLayout<Float>.size)
    // The buffer before this one is heard from now on.
    heard.report(frame: max(0, heard.made - Int64(bufferFrames)), hostTime: HostTime.now, isMoving: true)
    guard count > 0 else { return }
    let samples = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Float.self)
    source.render(
      UnsafeMutableBufferPointer(start: samples, count: count * format.channelCount), frameCount: count, at: heard.made)
    heard.make(count)
  }

  /// Stops the sound, or resumes it. On a closed device it has no effect.
  func pause(_ isPaused: Bool) {
    let identifier = device.load(ordering: .acquiring)
    guard identifier != 0, isPlaying.exchange(!isPaused, ordering: .acquiringAndReleasing) == isPaused else { return }
    library.PauseAudioDevice(identifier, isPaused ? 1 : 0)
    // No more sound is requested, so no other thread reports.
    if isPaused { heard.stop(at: HostTime.now) }
  }

  /// Closes the device; a second call has no effect.
  ///
  /// - Parameter lock: runs its argument while no other thread calls SDL's functions for devices.
  func close(_ lock: @escaping @Sendable (() -> Void) -> Void) {
    let identifier = device.exchange(0, ordering: .acquiringAndReleasing)
    guard identifier != 0 else { return }
    let end: @Sendable () -> Void = { [self] in
      lock {
        library.CloseAudioDevice(identifier)
        library.QuitSubSystem(UInt32(CSDL_INIT_AUDIO))
      }
    }
    // SDL's thread must not wait for its own end.
    if identity.load(ordering: .relaxed) == pthread_self() { DispatchQueue.global().async(execute: end) } else { end() }
  }
}
