package import Foundation
package import MediaInterop
package import MediaSupport
import Synchronization

/// A resource on a server, or from a client's code, that is read while it is downloaded. Received bytes are kept, for
/// all readers, in a temporary file.
///
/// A worker requests the bytes that a reader waits for, and then those ahead of the readers. It reconnects by itself
/// after a lost connection, unless the server is silent for too long. An error of a client's code is thrown by the
/// waiting readers, and nothing is requested until a reader waits again. The owner must call `end()`. Any thread.
package final class Download: SuppliedResource, @unchecked Sendable {
  // Sendable: the answer belongs to the worker; the rest is constant or behind the lock.

  private let origin: any DownloadOrigin
  private let folder: URL
  private let worker = Worker(name: "download")
  private let state: Mutex<State>
  private let condition = Condition()
  /// The answer that is being read. Only the worker uses it.
  private var request: (any DownloadAnswer)?

  private struct State: ~Copyable {
    var plan: DownloadPlan
    var file: DownloadFile?
    var readers: [ObjectIdentifier: DownloadPlan.Reader] = [:]
    /// A Boolean value that says whether the server has answered once.
    var isKnown = false
    /// The version of the resource that the bytes belong to. It is `nil` if the server does not distinguish versions.
    var version: StrongValidator?
    /// The bytes that the current answer has still to bring, and the cancellation that ends it.
    var answer: (rest: Range<Int64>, cancellation: Cancellation)?
    /// The error that ended the download.
    var failure: MediaError?
    /// The errors that readers of an origin without patience have still to throw.
    var refusals: [ObjectIdentifier: MediaError] = [:]
    /// A Boolean value that says whether nothing is requested until a reader waits.
    var rests = false
    var retries = DownloadRetries()
    /// The errors that the download went on after, at most `keptErrors`, and the last.
    var errors: [TransferError] = []
    var totals = TransferTotals()
    var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var hasEnded = false

    var present: ByteRanges {
      switch file {
      case .some(let file): file.present
      case nil: ByteRanges()
      }
    }

    mutating func note(_ error: MediaError) {
      if errors.count < Download.keptErrors { errors.append(TransferError(date: Date(), error: error)) }
    }
  }

  /// The number of bytes that are read ahead by default.
  private static let usualAhead: Int64 = 8 << 20
  private static let blockSize = 64 << 10
  private static let keptErrors = 100

  /// - Parameters:
  ///   - url: an `http` or `https` URL.
  ///   - folder: the folder for the bytes that are kept.
  package convenience init(_ url: String, _ options: NetworkOptions = NetworkOptions(), folder: URL) {
    self.init(DownloadServer(name: url, options: options), folder: folder)
  }

  /// - Parameter folder: the folder for the bytes that are kept.
  init(_ origin: any DownloadOrigin, folder: URL) {
    self.origin = origin
    self.folder = folder
    state = Mutex(State(plan: DownloadPlan(aheadCount: Self.usualAhead)))
    LiveObjects.increment()
    worker.start { [self] in work() }
  }

  deinit { LiveObjects.decrement() }

  /// The resource's URL.
  package var name: String { origin.name }

  /// Ends the download. No reader may read any more.
  package func end() {
    state.withLock { state in
      state.hasEnded = true
      state.answer?.cancellation.cancel()
    }
    worker.stop()
  }

  package func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes {
    let bytes = DownloadedBytes(of: self, cancellation)
    try bytes.waitForAnswer()
    return bytes
  }

  // MARK: Received bytes

  /// The download's statistics so far.
  package var totals: TransferTotals { state.withLock { $0.totals } }

  /// The bytes that are stored.
  var present: ByteRanges { state.withLock { $0.present } }

  /// The number of bytes of the resource. It is `nil` if the server does not state it.
  package var byteCount: Int64? { state.withLock { $0.plan.byteCount } }

  /// A Boolean value that says whether nothing needs to be requested: all bytes that are wanted ahead of the readers
  /// are stored, or the download rests until a reader waits.
  package var isFull: Bool { state.withLock { $0.rests || $0.plan.isFull($0.present, $0.readers.values) } }

  /// A Boolean value that says whether a reader waits for bytes.
  package var isAwaited: Bool { state.withLock { !$0.plan.awaited($0.present, $0.readers.values).isEmpty } }

  /// The errors so far, in their order. The download continued after all of them, except possibly the last.
  package var errors: [TransferError] { state.withLock { $0.errors } }

  /// The number of bytes that are downloaded ahead of each reader.
  package var aheadCount: Int64 {
    get { state.withLock { $0.plan.aheadCount } }
    set {
      state.withLock { $0.plan.aheadCount = newValue }
      worker.signal()
    }
  }

  /// Calls a closure on the worker whenever more bytes have come, until `ignore(_:)`.
  package func listen(_ listener: AnyObject, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.listeners[ObjectIdentifier(listener)] = body }
  }

  package func ignore(_ listener: AnyObject) {
    state.withLock { _ = $0.listeners.removeValue(forKey: ObjectIdentifier(listener)) }
  }

  // MARK: Readers

  var isSeekable: Bool {
    // Without ranges the bytes at any offset come too, after some time, if the end is known.
    state.withLock { $0.plan.acceptsRanges || $0.plan.byteCount != nil }
  }

  func add(_ reader: DownloadedBytes) {
    state.withLock { $0.readers[ObjectIdentifier(reader)] = DownloadPlan.Reader(place: 0) }
  }

  func remove(_ reader: DownloadedBytes) {
    state.withLock { state in
      _ = state.readers.removeValue(forKey: ObjectIdentifier(reader))
      _ = state.refusals.removeValue(forKey: ObjectIdentifier(reader))
    }
  }

  /// Reads bytes that are stored.
  ///
  /// - Parameter hasWaited: a Boolean value that says whether the reader has waited for the byte at the offset.
  /// - Returns: The number of bytes that were copied to the buffer, 0 at the end of the resource. It is `nil` if they
  ///   are not stored yet: the reader is then waiting.
  /// - Throws: the error that ended the download or the wait, or a disk error.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at place: Int64, for reader: DownloadedBytes, hasWaited: Bool
  ) throws(MediaError) -> Int? {
    // Most reads find their bytes stored, and leave enough ahead.
    var needsWorker = false
    let result = state.withLock { state -> Result<Int?, MediaError> in
      var count = 0
      let refusal = state.refusals.removeValue(forKey: ObjectIdentifier(reader))
      if let byteCount = state.plan.byteCount, place >= byteCount { return .success(0) }
      do throws(MediaError) {
        switch state.file {
        case .some(let file): count = try file.read(into: buffer, at: place)
        case nil: break
        }
      } catch {
        return .failure(error)
      }
      if count == 0, hasWaited, let refusal { return .failure(refusal) }
      state.readers[ObjectIdentifier(reader)] = DownloadPlan.Reader(
        place: place + Int64(count), isWaiting: count == 0)
      if count == 0 { state.rests = false }
      needsWorker = count == 0 || state.answer == nil && !state.plan.isFull(state.present, state.readers.values)
      if count > 0 { return .success(count) }
      if let failure = state.failure { return .failure(failure) }
      if let answer = state.answer, !state.plan.isWanted(answer.rest, state.present, state.readers.values) {
        answer.cancellation.cancel()
      }
      return .success(nil)
    }
    if needsWorker { worker.signal() }
    return try result.get()
  }

  /// Waits until something may have changed for a reader.
  func wait(until predicate: () -> Bool) { condition.wait(until: predicate) }

  /// Returns whether a byte is stored for a reader, or an error says that it will not come.
  func isSettled(at place: Int64, for reader: DownloadedBytes) -> Bool {
    state.withLock { state in
      state.failure != nil || state.refusals[ObjectIdentifier(reader)] != nil
        || state.plan.byteCount.map { place >= $0 } ?? false || state.present.stretch(at: place) != nil
    }
  }

  func wake() { condition.signalAll() }

  // MARK: The worker

  private enum Step {
    case read(place: Int64, end: Int64)
    case ask(Range<Int64>, Cancellation)
    case wait
  }

  private func work() {
    var buffer = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      do throws(MediaError) {
        switch nextStep() {
        case .wait: return
        case .ask(let range, let cancellation): try ask(for: range, cancellation)
        case .read(let place, let end): try read(&buffer, at: place, end: end)
        }
      } catch {
        let answer = state.withLock { $0.answer }
        endAnswer()
        if error.kind != .cancelled {
          note(error, for: answer?.rest ?? 0..<Int64.max)
        } else if answer?.cancellation.isCancelled != true {
          // All requests to the origin are cancelled. Only one that was given up here is no failure.
          fail(MediaError(.inputOutput, .demuxing, "no more requests for the resource are made", path: name))
        }
      }
    }
  }

  private func nextStep() -> Step {
    let (step, dropsAnswer) = state.withLock { state -> (Step, Bool) in
      if state.hasEnded || state.failure != nil { return (.wait, state.answer != nil) }
      if !state.retries.mayAsk(at: .now) { return (.wait, false) }
      let (present, readers) = (state.present, state.readers.values)
      if state.rests, state.plan.awaited(present, readers).isEmpty { return (.wait, state.answer != nil) }
      if let answer = state.answer {
        if state.plan.isWanted(answer.rest, present, readers) {
          // If the server has no ranges and enough is stored, the rest of its answer is not read.
          let isEnough = !state.plan.acceptsRanges && state.plan.isFull(present, readers)
          return (isEnough ? .wait : .read(place: answer.rest.lowerBound, end: answer.rest.upperBound), false)
        }
      }
      guard let range = state.plan.nextRequest(present, readers) else { return (.wait, state.answer != nil) }
      // From here on it can be given up: readers go elsewhere, and the download ends, at any time.
      let cancellation = Cancellation()
      state.answer = (range, cancellation)
      return (.ask(range, cancellation), false)
    }
    if dropsAnswer { endAnswer() }
    return step
  }

  private func endAnswer() {
    request = nil
    state.withLock { $0.answer = nil }
  }

  private func ask(for range: Range<Int64>, _ cancellation: Cancellation) throws(MediaError) {
    // The answer before is not read on.
    request = nil
    let start = ContinuousClock.now
    defer {
      state.withLock { state in
        // A request that was cancelled before it was sent does not count.
        if !cancellation.isCancelled { state.totals.requestCount += 1 }
        state.totals.seconds += (.now - start).inSeconds
      }
    }
    let version = state.withLock { $0.version }
    let request = try origin.ask(for: range, of: version, cancellation)
    let byteCount = request.byteCount
    let isFirst = try state.withLock { state throws(MediaError) in
      if state.file == nil { state.file = try DownloadFile(in: folder) }
      if state.isKnown, let byteCount, let known = state.plan.byteCount, byteCount != known {
        throw MediaError(
          .inputOutput, .demuxing,
          "the resource has changed on its server from \(known) to \(byteCount) bytes", path: name)
      }
      state.version = state.version ?? request.version
      state.plan.byteCount = byteCount ?? state.plan.byteCount
      state.plan.acceptsRanges = request.acceptsRanges
      // An answer without a byte counts as unsuccessful.
      let given = max(request.end ?? .max, range.lowerBound + 1)
      let end = request.acceptsRanges ? min(range.upperBound, byteCount ?? .max, given) : byteCount ?? .max
      state.answer?.rest = range.lowerBound..<max(range.lowerBound, end)
      defer { state.isKnown = true }
      return !state.isKnown
    }
    // A server without ranges is asked again for the whole resource.
    let isCut = !request.acceptsRanges && range.upperBound < byteCount ?? .max
    if isCut { endAnswer() } else { self.request = request }
    if isFirst { tell() }
  }

  private func read(_ buffer: inout [UInt8], at place: Int64, end: Int64) throws(MediaError) {
    guard let request, place < end else { return endAnswer() }
    let start = ContinuousClock.now
    let result = buffer.withUnsafeMutableBytes { buffer -> Result<Int, MediaError> in
      do throws(MediaError) {
        let wanted = Int(clamping: min(Int64(buffer.count), end - place))
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        let count = try request.read(into: part)
        try keep(UnsafeRawBufferPointer(rebasing: part[..<count]), at: place)
        return .success(count)
      } catch {
        return .failure(error)
      }
    }
    let count = (try? result.get()) ?? 0
    let isDone = state.withLock { state in
      state.totals.seconds += (.now - start).inSeconds
      state.totals.byteCount += Int64(count)
      state.answer?.rest = place + Int64(count)..<end
      // If a server did not state the number of bytes, the resource ends where its answer ends.
      if case .success(0) = result, state.plan.byteCount == nil { state.plan.byteCount = place }
      return place + Int64(count) >= end || state.plan.byteCount == place
    }
    if isDone { endAnswer() }
    tell()
    _ = try result.get()
    if count == 0, !isDone {
      throw MediaError(.inputOutput, .demuxing, "the server ended the connection at byte \(place)", path: name)
    }
  }

  private func keep(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws(MediaError) {
    try state.withLock { state throws(MediaError) in
      // A server without ranges always begins with the first byte: bytes that are stored already are no progress.
      let hasNews = !state.present.contains(place..<place + Int64(bytes.count))
      try state.file?.write(bytes, at: place)
      if hasNews { state.retries.noteNews() }
      while let range = state.plan.nextToForget(state.present, state.readers.values, keeping: place) {
        guard state.file?.forget(range) == true else { return }
      }
    }
  }

  /// Ends the download with an error.
  private func fail(_ error: MediaError) {
    state.withLock { state in
      state.note(error)
      state.failure = error
    }
    tell()
  }

  /// Tells readers and listeners that something came, or never will.
  private func tell() {
    condition.signalAll()
    for listener in state.withLock({ Array($0.listeners.values) }) { listener() }
  }

  /// Handles an error. A server is asked again, after a delay that grows each time, unless it never answered, has been
  /// silent for too long, or the disk failed. The error of an origin without patience goes to the readers that wait for
  /// the missing bytes.
  private func note(_ error: MediaError, for missing: Range<Int64>) {
    let pause = state.withLock { state -> Double? in
      state.note(error)
      guard error.kind == .diskFull || origin.patience != nil else {
        for (reader, awaited) in state.readers where awaited.isWaiting && missing.contains(awaited.place) {
          state.readers[reader]?.isWaiting = false
          state.refusals[reader] = error
        }
        state.rests = true
        return nil
      }
      guard state.isKnown, error.kind != .diskFull, let patience = origin.patience,
        let pause = state.retries.noteFailure(at: .now, patience: patience)
      else {
        state.failure = error
        return nil
      }
      return pause
    }
    if let pause {
      DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [weak self] in self?.worker.signal() }
    } else {
      tell()
    }
  }
}

extension Duration {
  fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
