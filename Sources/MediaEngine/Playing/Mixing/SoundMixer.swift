import DeviceInterop
import Synchronization

/// Mixes voices into one sound for a device. The frame numbers continue from device to device.
final class SoundMixer: @unchecked Sendable {
  // Sendable: the rendered table is published through the epoch.

  let format: SoundFormat
  let epoch = RenderEpoch()

  /// The voices, which do not change after the table is published for rendering.
  private final class Table: Sendable {
    let voices: [Voice]
    /// The same voices for the render thread, because an array's iterator may allocate memory.
    nonisolated(unsafe) private let pointers: UnsafeMutablePointer<Unmanaged<Voice>>
    private let count: Int

    init(_ voices: [Voice]) {
      self.voices = voices
      count = voices.count
      pointers = .allocate(capacity: max(1, count))
      for (index, voice) in voices.enumerated() { (pointers + index).initialize(to: .passUnretained(voice)) }
    }

    deinit { pointers.deallocate() }

    func mix(into output: UnsafeMutablePointer<Float>, frameCount: Int, at frame: Int64) {
      var index = 0
      while index < count {
        pointers[index]._withUnsafeGuaranteedRef { $0.mix(into: output, frameCount: frameCount, at: frame) }
        index += 1
      }
    }
  }

  private let table: Atomic<Unmanaged<Table>>
  /// A lock that is held while the table is replaced.
  private let changes = Mutex(())

  init(format: SoundFormat) {
    self.format = format
    table = Atomic(Unmanaged.passRetained(Table([])))
  }

  deinit { table.load(ordering: .acquiring).release() }

  /// The voices that are rendered.
  var voices: [Voice] { changes.withLock { _ in table.load(ordering: .acquiring).takeUnretainedValue().voices } }

  /// Adds a voice to the next rendering and later ones. Any thread except the render thread; the same applies to
  /// `remove`.
  func add(_ voice: Voice) { replace { $0 + [voice] } }

  /// Removes a voice. After this returns, its ring is not read any more.
  func remove(_ voice: Voice) { replace { $0.filter { $0 !== voice } } }

  private func replace(_ change: ([Voice]) -> [Voice]) {
    changes.withLock { _ in
      let current = table.load(ordering: .acquiring)
      let new = Unmanaged.passRetained(Table(change(current.takeUnretainedValue().voices)))
      table.store(new, ordering: .sequentiallyConsistent)
      epoch.synchronize()
      current.release()
    }
  }

  /// Renders frames. On the device's thread: it takes no lock and allocates nothing.
  func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64) {
    frames.update(repeating: 0)
    guard let output = frames.baseAddress, frameCount > 0 else { return }
    epoch.begin()
    table.load(ordering: .sequentiallyConsistent)._withUnsafeGuaranteedRef { table in
      table.mix(into: output, frameCount: frameCount, at: frame)
    }
    epoch.end()
  }
}

/// The source of one output. It converts the output's frame numbers to the mixer's, from the frame at which the output
/// began.
final class MixerFeed: SoundSource, @unchecked Sendable {
  // Sendable: the mixer is set before the output starts, and the output requests nothing before that.

  /// The mixer, which is made for the format that the output actually has; `nil` until then.
  var mixer: SoundMixer?
  private let base = Atomic<Int64>(0)

  init(_ mixer: SoundMixer? = nil) { self.mixer = mixer }

  /// The mixer's frame number of the output's first frame. It is set before the output starts.
  var baseFrame: Int64 {
    get { base.load(ordering: .acquiring) }
    set { base.store(newValue, ordering: .releasing) }
  }

  func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64) {
    guard let mixer else { return frames.update(repeating: 0) }
    mixer.render(frames, frameCount: frameCount, at: baseFrame + frame)
  }
}
