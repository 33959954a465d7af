package import CoreMedia
import Dispatch
import Synchronization

/// A pump that moves media from readers into files: outputs feed inputs, and the writers finish their files.
///
/// `run` blocks its thread and is called once; `cancel` may be used from any thread.
package final class Pump: @unchecked Sendable {
  // Sendable: constants; readers and writers answer cancellation and status on any thread.

  /// A writer, and the part of the source's timeline that its file shows.
  package struct Destination: Sendable {
    package let writer: AVAssetWriter
    /// The time of the source that is time 0 of the file.
    package let start: CMTime
    /// The time of the source at which the file ends, if samples reach it, or nil if the file ends with the samples.
    package let end: CMTime?

    package init(_ writer: AVAssetWriter, from start: CMTime, to end: CMTime?) {
      self.writer = writer
      self.start = start
      self.end = end
    }
  }

  /// The side that failed first.
  package enum Failure: Error {
    /// A reader failed or was cancelled, and tells why.
    case reading
    /// A converter between reader and writer could make no more samples.
    case converting(any Error)
    /// The writer at this index failed or was cancelled, and tells why.
    case writing(Int)
  }

  private let readers: [AVAssetReader]
  private let outputs: [SharedOutput]
  private let pipes: [TrackPipe]
  private let destinations: [Destination]
  /// The pace of the source, or nil if it is read as fast as possible.
  private let pace: SourcePace?
  private let state = Mutex(State())

  private struct State {
    var isCancelled = false
    /// A Boolean value that says whether the writers have all their samples, and complete their files.
    var isFinishing = false
  }

  /// - Parameters:
  ///   - readers: the readers of the outputs, one for each file.
  ///   - outputs: the outputs that the pipes take from.
  ///   - pipes: the pipes into inputs of the destinations' writers.
  ///   - pace: the pace of the pipes that have one.
  package init(
    _ readers: [AVAssetReader], _ outputs: [SharedOutput], through pipes: [TrackPipe], into destinations: [Destination],
    at pace: SourcePace? = nil
  ) {
    self.readers = readers
    self.outputs = outputs
    self.pipes = pipes
    self.destinations = destinations
    self.pace = pace
  }

  /// Makes `run` fail soon. After `run` has ended it does nothing.
  package func cancel() {
    let isFinishing = state.withLock { state in
      state.isCancelled = true
      return state.isFinishing
    }
    pace?.stop()
    for output in outputs { output.cancel() }
    stopReading()
    if isFinishing { cancelWriting() }
  }

  /// Reads, writes and finishes the files. After a failure, no writer writes any more.
  package func run() throws(Failure) {
    do throws(Failure) {
      try move()
    } catch {
      // Readers that began before another one failed.
      stopReading()
      cancelWriting()
      for output in outputs { output.stop() }
      throw error
    }
  }

  private func cancelWriting() {
    for destination in destinations where destination.isWriting { destination.writer.cancelWriting() }
  }

  private func move() throws(Failure) {
    for reader in readers { guard reader.startReading() else { throw .reading } }
    if state.withLock({ $0.isCancelled }) { stopReading() }
    for (index, destination) in destinations.enumerated() {
      guard destination.writer.startWriting() else { throw .writing(index) }
      destination.writer.startSession(atSourceTime: destination.start)
    }
    feed()
    if let failure = pipes.lazy.compactMap(\.feed.failure).first { throw .converting(failure) }
    if let failed = destinations.firstIndex(where: { !$0.isWriting }) { throw .writing(failed) }
    let isCancelled = state.withLock { state in
      state.isFinishing = true
      return state.isCancelled
    }
    guard readers.allSatisfy({ $0.status == .completed }), !isCancelled else { throw .reading }
    finish()
    if let failed = destinations.firstIndex(where: { $0.writer.status != .completed }) { throw .writing(failed) }
  }

  /// Runs all pipes to their ends, which come soon after a writer's failure.
  private func feed() {
    let running = DispatchGroup()
    let inOnePass = DispatchGroup()
    for pipe in pipes where !pipe.makesPasses { inOnePass.enter() }
    // Sparse tracks start first: the writer waits for their samples only once it knows that they are fed.
    for pipe in pipes.filter(\.isSparse) + pipes.filter({ !$0.isSparse }) {
      running.enter()
      let onEnd: @Sendable () -> Void = { [self] in
        if pipe.feed.failure != nil || !destinations.allSatisfy(\.isWriting) { stopReading() }
        if !pipe.makesPasses { inOnePass.leave() }
        running.leave()
      }
      if pipe.makesPasses { pipe.startPasses(after: inOnePass, onEnd: onEnd) } else { pipe.start(onEnd: onEnd) }
    }
    running.wait()
  }

  /// Stops reading. A reader may not be cancelled before it starts: `move` looks at the flag after the start.
  private func stopReading() {
    for reader in readers where reader.status == .reading { reader.cancelReading() }
  }

  private func finish() {
    let running = DispatchGroup()
    for destination in destinations {
      running.enter()
      // A session that ends behind all samples would let tracks without any outlast the others (AW-37).
      if let end = destination.end, hasSamples(upTo: end, in: destination) {
        destination.writer.endSession(atSourceTime: end)
      }
      destination.writer.finishWriting { running.leave() }
    }
    running.wait()
  }

  /// Returns whether samples of a file are shown up to a time.
  private func hasSamples(upTo time: CMTime, in destination: Destination) -> Bool {
    let inputs = destination.writer.inputs
    return pipes.contains { pipe in inputs.contains { $0 === pipe.input } && pipe.record.reaches(time) }
  }
}

extension Pump.Destination {
  fileprivate var isWriting: Bool { writer.status == .writing }
}
