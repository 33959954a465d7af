internal import Dispatch
internal import MediaSupport
internal import Synchronization

/// Reports an output's events to their handler, in order, on a thread that the handler may block.
final class SoundEventQueue: Sendable {
  private let queue = DispatchQueue(label: "sound events")
  private let handler: SoundEventHandler
  private let isClosed = Atomic<Bool>(false)
  private let isLost = Atomic<Bool>(false)

  init(_ handler: @escaping SoundEventHandler) { self.handler = handler }

  /// Queues an event. Any thread may call it. It allocates memory.
  func tell(_ event: SoundEvent) {
    queue.async { [self] in
      if !isClosed.load(ordering: .acquiring) { handler(event) }
    }
  }

  /// Reports that the device is lost, the first time only.
  func tellLost(_ error: @autoclosure () -> MediaError) {
    if !isLost.exchange(true, ordering: .acquiringAndReleasing) { tell(.lost(error())) }
  }

  /// Closes the queue: no events are reported any more.
  func close() { isClosed.store(true, ordering: .releasing) }
}
