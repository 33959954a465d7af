import MediaSupport

/// Writes one file: the last of the three path files.
///
/// Its one worker takes packets from the gate as their order is decided, writes them to the container, and closes the
/// container after the last one. The file is then complete and has its final name; after failure or cancellation it is
/// removed.
final class FileWriter: Sendable {
  private let container: any ContainerWriter
  /// The largest allowed size of the file in bytes; `nil` for no limit.
  private let largestSize: Int64?
  private let gate: Gate
  private let worker: Worker

  init(_ container: any ContainerWriter, largestSize: Int64? = nil, in gate: Gate, worker: Worker) {
    self.container = container
    self.largestSize = largestSize
    self.gate = gate
    self.worker = worker
  }

  func start() { worker.start { [self] in work() } }
  func join() { worker.join() }

  /// A Boolean value that says whether the caller runs on the file's thread, on which clients receive segments.
  var isCurrent: Bool { worker.isCurrent }

  private func work() {
    do {
      while true {
        switch gate.fileWork() {
        case .packets(let packets):
          for (track, sample) in packets { try container.write(sample, track: track) }
          try requireRoom()
        case .segmentEnd: try container.endSegment()
        case .completion(let timelines):
          try complete(timelines)
          return close()
        case .wait: return
        case .over: return close()
        }
      }
    } catch {
      gate.fail(error)
      close()
    }
  }

  private func complete(_ timelines: [TrackTimeline]) throws {
    try container.finish(timelines)
    try requireRoom()
    // From now on a cancellation comes too late: the status says whether the whole file exists or none.
    guard gate.beginPublishing() else { return }
    do {
      try container.publish()
      gate.complete()
    } catch {
      gate.endPublishing()
      throw error
    }
  }

  /// - Throws: `MediaError(.outputTooLarge)` if the file is larger than allowed.
  private func requireRoom() throws {
    guard let largestSize, container.size > largestSize else { return }
    throw MediaError(.outputTooLarge, .writing, "the file has more than \(largestSize) bytes")
  }

  private func close() {
    switch gate.status {
    case .completed: break
    case .failed: container.abandon()
    default: container.cancel()
    }
    worker.stop()
    for completion in gate.close() { completion() }
  }
}
