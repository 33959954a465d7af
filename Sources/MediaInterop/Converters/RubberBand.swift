internal import CRubberBand
import MediaSupport

/// A changer of the speed of sound of the Rubber Band Library, with its finer engine: 32-bit floats, a plane for each
/// channel. One thread at a time.
package final class RubberBand {
  private let library: CRubberBand
  private let state: UnsafeMutableRawPointer
  /// The greatest number of frames that are given at once.
  package static let largestPiece = 4096
  /// The number of frames of silence that have to come before the sound.
  package let startPad: Int
  /// The number of frames of the result that come before the sound's first.
  package let startDelay: Int

  /// Makes a changer. Nil where the library is not installed.
  ///
  /// - Parameter timeRatio: the frames of the result for each frame of the sound, above 0.
  package init?(sampleRate: Int, channelCount: Int, timeRatio: Double) {
    guard let library = crubberband_load()?.pointee else { return nil }
    let options =
      CRUBBERBAND_REAL_TIME | CRUBBERBAND_THREADING_NEVER | CRUBBERBAND_CHANNELS_TOGETHER | CRUBBERBAND_ENGINE_FINER
    guard
      let state = library.new(
        UInt32(clamping: sampleRate), UInt32(clamping: channelCount), Int32(options), timeRatio, 1)
    else { return nil }
    self.library = library
    self.state = state
    library.set_max_process_size(state, UInt32(Self.largestPiece))
    startPad = Int(library.get_preferred_start_pad(state))
    startDelay = Int(library.get_start_delay(state))
    LiveObjects.increment()
  }

  deinit {
    library.delete(state)
    LiveObjects.decrement()
  }

  /// Takes frames that follow those before, at most `largestPiece`.
  ///
  /// - Parameters:
  ///   - planes: a plane for each channel.
  ///   - isLast: a Boolean value that says whether the sound ends with them.
  package func process(_ planes: [UnsafePointer<Float>], count: Int, isLast: Bool) {
    planes.map(Optional.some).withUnsafeBufferPointer {
      library.process(state, $0.baseAddress, UInt32(count), isLast ? 1 : 0)
    }
  }

  /// The number of frames of the result that are there. Below 0 there are none any more.
  package var available: Int { Int(library.available(state)) }

  /// Moves frames of the result to memory.
  ///
  /// - Parameter planes: room for `count` frames, a plane for each channel.
  /// - Returns: the number of frames.
  package func retrieve(into planes: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    planes.map(Optional.some).withUnsafeBufferPointer {
      Int(library.retrieve(state, $0.baseAddress, UInt32(count)))
    }
  }
}
