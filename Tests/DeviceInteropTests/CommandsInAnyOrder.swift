import DeviceInterop
import Dispatch
import TestSupport
import Testing

/// Commands an output from four threads at once, in any order, and closes it: its time never goes back, no frame is left
/// out, and what comes after the end does nothing.
///
/// - Parameter rounds: commands of each thread.
func expectOrder(of output: any SoundOutput, playing signal: Signal, seed: Int, rounds: Int) {
  DispatchQueue.concurrentPerform(iterations: 4) { thread in
    var generator = SeededGenerator(seed: UInt64(seed * 4 + thread))
    var last: Int64 = 0
    for _ in 0..<rounds {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1: output.start()
      case 2: output.pause()
      default: output.flush()
      }
      let frame = output.position.frame
      #expect(frame >= last)
      last = frame
    }
  }
  output.close(draining: seed % 2 == 0)
  output.close()
  output.start()
  let made = signal.madeFrames
  #expect(signal.isContiguous && output.position.frame <= made)
}
