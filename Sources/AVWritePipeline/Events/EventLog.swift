internal import Foundation
internal import Glibc
internal import Synchronization

/// An event that is a line of a log.
package protocol LoggedEvent: Sendable {
  /// The event as one JSON object, with version and type first.
  var json: JSON { get }
}

/// Writes events as NDJSON, one object a line, to a file descriptor or a file.
///
/// May be used from any thread. A reader that went away is noticed once and then left alone: the job goes on.
package final class EventLog: Sendable {
  private let descriptor: Int32
  private let closes: Bool
  private let timesEvents: Bool
  /// `errno` of the write that failed.
  private let failure = Mutex<Int32?>(nil)

  /// Writes to a descriptor that somebody else owns.
  ///
  /// - Parameter timesEvents: whether each line tells when it was written.
  /// - Throws: `JobError` of exit 73 when it is not open for writing.
  package init(descriptor: Int32, timesEvents: Bool = false) throws(JobError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw JobError(.outputUnavailable, "fd:\(descriptor) is not open for writing")
    }
    self.descriptor = descriptor
    self.timesEvents = timesEvents
    closes = false
  }

  /// Writes a file of its own.
  ///
  /// - Parameters:
  ///   - path: a new or empty file, a device or a FIFO.
  ///   - replaces: whether a file that holds something may be emptied.
  ///   - inputs: the paths of the sources, which are never written to.
  ///   - timesEvents: whether each line tells when it was written.
  /// - Throws: `JobError` of exit 73 or 74.
  package init(
    path: String, replaces: Bool, sparing inputs: [String], timesEvents: Bool = false
  ) throws(JobError) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .output(errno, "\(path): cannot write events there") }
    descriptor = file
    self.timesEvents = timesEvents
    closes = true
    var status = stat()
    guard fstat(file, &status) == 0, status.isRegularFile, status.st_size > 0 else { return }
    let sources = inputs.lazy.compactMap { stat(path: $0, followingLinks: true) }.map { FileIdentity($0) }
    if sources.contains(FileIdentity(status)) {
      throw JobError(.outputIsInput, "\(path): is the input file", hint: "a source is never written to")
    }
    guard replaces, ftruncate(file, 0) == 0 else {
      throw JobError(.outputExists, "\(path): exists already", hint: "--force replaces it")
    }
  }

  deinit { if closes { close(descriptor) } }

  /// Why an event could not be written; nil while all were.
  package var problem: String? { failure.withLock { $0 }.map { String(cString: strerror($0)) } }

  package func write(_ event: some LoggedEvent) { write(event.json) }

  /// Writes an event's object.
  func write(_ object: JSON) {
    failure.withLock { failure in
      // Under the lock, so that times are in the order of lines.
      let line = Array(((timesEvents ? object.timed : object).line + "\n").utf8)
      var rest = line[...]
      while !rest.isEmpty, failure == nil {
        let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        if written <= 0 { failure = errno } else { rest = rest.dropFirst(written) }
      }
    }
  }
}

extension JSON {
  /// An event's object with the time of now, behind version and type.
  fileprivate var timed: JSON {
    guard case .object(var members) = self else { return self }
    members.insert(Member(name: "time", value: JSON(Self.now)), at: 2)
    return .object(members)
  }

  /// In UTC, to the millisecond (RFC 3339).
  private static var now: String {
    Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
