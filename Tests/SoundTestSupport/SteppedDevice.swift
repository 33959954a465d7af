import DeviceInterop
import Foundation
package import MediaEngine
import Synchronization
import TestSupport

/// A sound device whose time goes on when a test says so, and which keeps what it played.
package final class SteppedDevice: Sendable {
  package let device: MixingDevice
  private let opened: Opened

  private final class Opened: Sendable {
    let output = Mutex<VirtualOutput?>(nil)
    let played = Mutex(Played())
    let closings = Mutex<[Bool]>([])
  }

  private struct Played {
    var samples: [Float] = []
    /// The device's frame of the first of them.
    var firstFrame: Int64 = 0
  }

  /// Keeps what a source makes.
  private final class Keeper: SoundSource {
    private let source: any SoundSource
    private let opened: Opened

    init(_ source: any SoundSource, _ opened: Opened) { (self.source, self.opened) = (source, opened) }

    func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64) {
      source.render(frames, frameCount: frameCount, at: frame)
      opened.played.withLock { played in
        if played.samples.isEmpty { played.firstFrame = frame }
        played.samples += frames
      }
    }
  }

  /// An output that notes how it is closed.
  private final class Closing: SoundOutput {
    private let output: VirtualOutput
    private let opened: Opened
    private let latencyFrames: Int

    init(_ output: VirtualOutput, _ opened: Opened, latencyFrames: Int) {
      (self.output, self.opened, self.latencyFrames) = (output, opened, latencyFrames)
    }

    var name: String { output.name }
    var uid: String { output.uid }
    var format: SoundFormat { output.format }
    var isSilent: Bool { output.isSilent }
    var latency: Double { Double(latencyFrames) / Double(format.sampleRate) }
    var position: SoundPosition {
      var position = output.position
      position.frame = max(0, position.frame - Int64(latencyFrames))
      return position
    }
    func start() { output.start() }
    func pause() { output.pause() }
    func flush() { output.flush() }

    func close(draining: Bool) {
      opened.closings.withLock { $0.append(draining) }
      output.close(draining: draining)
      // What is opened keeps the output, whose source keeps what is opened.
      opened.output.withLock { if $0 === output { $0 = nil } }
    }
  }

  /// - Parameter latencyFrames: frames from what is played to what is heard.
  package init(sampleRate: Int = 48_000, channelCount: Int = 2, latencyFrames: Int = 0) {
    let opened = Opened()
    self.opened = opened
    device = MixingDevice { _, source, handler in
      let request = SoundRequest(sampleRate: sampleRate, channelCount: channelCount)
      let output = try VirtualOutput(request, pace: .stepped, source: Keeper(source, opened), handler: handler)
      opened.output.withLock { $0 = output }
      return Closing(output, opened, latencyFrames: latencyFrames)
    }
  }

  /// Everything that was played, interleaved.
  package var samples: [Float] { opened.played.withLock { $0.samples } }

  /// The device's frame that `samples` begins with.
  package var firstFrame: Int64 { opened.played.withLock { $0.firstFrame } }

  /// Of each time that the device was closed, whether what it had was to be heard first.
  package var closings: [Bool] { opened.closings.withLock { $0 } }

  package func forget() { opened.played.withLock { $0 = Played() } }

  /// Lets time go on, never faster than what is played is decoded.
  package func step(_ frames: Int, whenReady isReady: () -> Bool) throws {
    var left = frames
    while left > 0 {
      try wait(until: isReady)
      let count = min(left, 960)
      opened.output.withLock { $0 }?.step(frames: count)
      left -= count
    }
  }

  package struct DidNotEnd: Error {
    package init() {}
  }

  package func wait(until isDone: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    while !isDone() {
      guard Date() < deadline else { throw DidNotEnd() }
      // A player's time can only be looked at.
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}
