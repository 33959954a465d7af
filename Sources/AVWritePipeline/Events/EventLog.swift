internal import Foundation
internal import Glibc
internal import Synchronization

/// An event that is a line of a log.
package protocol LoggedEvent: Sendable {
  /// The event as one JSON object, with version and type first.
  var json: JSON { get }
}

/// A log that writes events as NDJSON, one object on each line, to a file descriptor or a file.
///
/// It may be used from any thread. If the reader closes its end, writing stops and the job continues; `problem` then
/// has the reason.
package final class EventLog: Sendable {
  private let descriptor: Int32
  private let closes: Bool
  private let timesEvents: Bool
  /// The `errno` of the write that failed, or nil while none did.
  private let failure = Mutex<Int32?>(nil)

  /// Creates a log that writes to a descriptor of another owner.
  ///
  /// - Parameter timesEvents: true if each line tells the time at which it was written.
  /// - Throws: `JobError` of exit 73 if the descriptor is not open for writing.
  package init(descriptor: Int32, timesEvents: Bool = false) throws(JobError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw JobError(.outputUnavailable, "fd:\(descriptor) is not open for writing")
    }
    self.descriptor = descriptor
    self.timesEvents = timesEvents
    closes = false
  }

  /// Creates a log that writes to a file of its own.
  ///
  /// - Parameters:
  ///   - path: the path of a new or empty file, a file of events, a device or a FIFO.
  ///   - replaces: true if a file that holds events may be emptied. A file that holds anything else never is.
  ///   - inputs: the paths of the files that are read, which are never written to.
  ///   - outputs: the paths of the files that are made, none of which takes events.
  ///   - timesEvents: true if each line tells the time at which it was written.
  ///   - check: a closure that is called again and again while a FIFO has no reader. An error that it throws ends the
  ///     wait.
  /// - Throws: `JobError` of exit 64, 73 or 74; the closure's error.
  package init(
    path: String, replaces: Bool, sparing inputs: [String], besides outputs: [String] = [], timesEvents: Bool = false,
    continuing check: () throws(JobError) -> Void = {}
  ) throws(JobError) {
    try Self.refuse(path, among: outputs)
    // A file that is made here is nobody's source.
    let sources = inputs.flatMap { InputFile.identities(of: $0) }
    let file = try Self.openForWriting(path, continuing: check)
    descriptor = file
    self.timesEvents = timesEvents
    closes = true
    var status = stat()
    guard fstat(file, &status) == 0, status.isRegularFile else { return }
    if sources.contains(FileIdentity(status)) {
      throw JobError(.outputIsInput, "\(path): is the input file", hint: "choose another name for the events")
    }
    if status.st_size == 0 { return }
    guard Self.holdsEvents(path) else {
      throw JobError(
        .outputExists, "\(path): exists already and holds no events", hint: "choose another name for the events")
    }
    guard replaces, ftruncate(file, 0) == 0 else {
      throw JobError(.outputExists, "\(path): exists already", hint: "--force replaces it")
    }
  }

  /// Opens a file, which is created if it does not exist, or a FIFO as soon as it has a reader.
  private static func openForWriting(
    _ path: String, continuing check: () throws(JobError) -> Void
  ) throws(JobError) -> Int32 {
    while true {
      // Otherwise the opening of a FIFO waits in the kernel, where `check` cannot end it.
      let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
      if file >= 0 {
        // Writing waits for a slow reader.
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
        return file
      }
      let number = errno
      guard number == ENXIO, stat(path: path, followingLinks: true)?.isPipe == true else {
        throw .output(number, "\(path): cannot write events")
      }
      try check()
      usleep(patience)  // Nothing tells of a reader but the next try.
    }
  }

  /// The time in microseconds after which a FIFO is opened again.
  private static let patience: UInt32 = 50_000

  /// Refuses a path that is an output's too, however it is spelled.
  private static func refuse(_ path: String, among outputs: [String]) throws(JobError) {
    func place(_ path: String) -> Destination? { try? Destination(path: path, replaces: true, sources: []) }
    // A device, a pipe and a path that cannot be written are no output's place.
    guard let events = place(path),
      let output = outputs.first(where: { place($0)?.isSamePlace(as: events) == true })
    else { return }
    throw JobError(
      .usage, "\(path): is the same file as the output \(output)", hint: "choose another name for the events")
  }

  /// The bytes with which every log begins: those of each event's version.
  private static let beginning = Array(#"{"v":"#.utf8)

  private static func holdsEvents(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: beginning.count)
    return read(descriptor, &bytes, bytes.count) == bytes.count && bytes == beginning
  }

  deinit { if closes { close(descriptor) } }

  /// The reason why an event could not be written, or nil while all were.
  package var problem: String? { failure.withLock { $0 }.map { String(cString: strerror($0)) } }

  package func write(_ event: some LoggedEvent) { write(event.json) }

  /// Writes an event's object.
  func write(_ object: JSON) {
    failure.withLock { failure in
      // The time is taken under the lock, so that times are in the order of lines.
      let line = Array(((timesEvents ? object.timed : object).line + "\n").utf8)
      if failure == nil { failure = line.withUnsafeBytes { SharedDescriptor(descriptor).write($0) } }
    }
  }
}

extension JSON {
  /// An event's object with the present time after the version and the type.
  fileprivate var timed: JSON {
    guard case .object(var members) = self else { return self }
    members.insert(Member(name: "time", value: JSON(Self.now)), at: 2)
    return .object(members)
  }

  /// The present time in UTC, to the millisecond (RFC 3339).
  private static var now: String {
    Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
