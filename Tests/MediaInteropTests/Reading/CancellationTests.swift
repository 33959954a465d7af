import Synchronization
import Testing

@testable import MediaInterop

/// Flags that end waits, alone and together.
struct CancellationTests {
  @Test(arguments: [0, 1, 2], [true, false])
  func `a flag ends the waits of all flags that are within it`(index: Int, isForGood: Bool) {
    let outer = Cancellation()
    let middle = Cancellation(within: [Cancellation(), outer])
    let inner = Cancellation(within: [middle])
    let flag = [outer, middle, inner][index]
    let wakes = Mutex(0)
    inner.waking {
      wakes.withLock { $0 += 1 }
    } during: {
      #expect(inner.allowsWaiting && wakes.withLock { $0 } == 0)
      if isForGood { flag.cancel() } else { flag.interrupt() }
      #expect(!inner.allowsWaiting && inner.isCancelled == isForGood)
      #expect(wakes.withLock { $0 } == 1)
    }
    // A wait that is over is not woken, and one that begins now is woken at once.
    flag.interrupt()
    #expect(wakes.withLock { $0 } == 1)
    inner.waking {
      wakes.withLock { $0 += 1 }
    } during: {
      #expect(wakes.withLock { $0 } == 2)
    }
    flag.resume()
    #expect(inner.allowsWaiting != isForGood)
  }
}
