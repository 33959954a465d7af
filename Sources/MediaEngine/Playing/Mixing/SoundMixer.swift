import DeviceInterop
import Synchronization

/// Mixes voices into one sound, which a device pulls. The frames are counted through, from device to device.
final class SoundMixer: @unchecked Sendable {
  // Sendable: the table that is rendered is published through the epoch.

  let format: SoundFormat
  let epoch = RenderEpoch()

  /// The voices, which do not change any more once the table is rendered from.
  private final class Table: Sendable {
    let voices: [Voice]
    /// The voices again, for the render thread: the iterator of an array may allocate.
    // The memory is filled when the table is made, and then only read.
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
  /// Held while the table is replaced.
  private let changes = Mutex(())

  init(format: SoundFormat) {
    self.format = format
    table = Atomic(Unmanaged.passRetained(Table([])))
  }

  deinit { table.load(ordering: .acquiring).release() }

  /// The voices that are rendered.
  var voices: [Voice] { changes.withLock { _ in table.load(ordering: .acquiring).takeUnretainedValue().voices } }

  /// Adds a voice to the next rendering and later ones. Any thread but the render thread, as for `remove`.
  func add(_ voice: Voice) { replace { $0 + [voice] } }

  /// Removes a voice. Its ring is not read any more when this returns.
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

/// The source of one output: it counts its frames from the mixer's frame at which the output began.
final class MixerFeed: SoundSource, @unchecked Sendable {
  // Sendable: the mixer is set before the output starts, which pulls nothing before.

  /// The mixer, which is made for the format that the output turns out to have. It is nil until then.
  var mixer: SoundMixer?
  private let base = Atomic<Int64>(0)

  init(_ mixer: SoundMixer? = nil) { self.mixer = mixer }

  /// The mixer's frame that is the output's first frame. It is set before the output starts.
  var baseFrame: Int64 {
    get { base.load(ordering: .acquiring) }
    set { base.store(newValue, ordering: .releasing) }
  }

  func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64) {
    guard let mixer else { return frames.update(repeating: 0) }
    mixer.render(frames, frameCount: frameCount, at: baseFrame + frame)
  }
}
