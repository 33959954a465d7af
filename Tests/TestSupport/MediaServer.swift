package import Foundation
import Synchronization

/// A web server of one folder on this machine, which misbehaves as a test asks. It serves until it is released.
package final class MediaServer: Sendable {
  /// The way in which requests are answered.
  package enum Manner: Sendable {
    /// The answer has the bytes that are asked for.
    case ranges
    /// As `ranges`, but an answer has at most this number of bytes.
    case parts(of: Int)
    /// The answer has the whole file, whatever is asked for.
    case wholeFiles
    /// The answer has the whole file without its length: only the end of the connection shows where it ends.
    case filesWithoutLength
    /// The answer has the whole file in chunks. If the file is longer, the connection ends after this number of bytes.
    case chunks(limit: Int = .max)
    /// The answer has the bytes that are asked for, with a header that says that the file is compressed with gzip.
    case compressedRanges
    /// As `ranges`, but the length of the whole file is stated only if no range is asked for.
    case rangesWithoutTotal
    /// The answer is an error.
    case status(Int)
    /// The answer is another location, an absolute URL or a path.
    case redirect(to: String)
    /// The answer has this number of bytes. After them nothing is sent while the client waits.
    case silence(after: Int)
    /// As `wholeFiles`, but after this number of bytes nothing is sent.
    case silenceInWholeFiles(after: Int)
    /// The answer has this number of the promised bytes, and then the connection ends.
    case cut(after: Int)
    /// As `ranges` for this number of answers, then with an error.
    case failure(after: Int)
    /// As `ranges`, with at most this number of bytes per second.
    case throttled(bytesPerSecond: Int)
    /// As `ranges`, except for some bytes of the file, which are sent only after another manner is set.
    case held(Range<Int>)
    /// As `ranges`, but the connection is reset each time that this number of bytes was sent.
    case resets(after: Int)
    /// As `ranges`, with a tag of the file's version. A server that heeds conditions sends the whole file if the client
    /// wants a range of another version.
    case version(String, heedsConditions: Bool = true)
  }

  /// A request of a client.
  package struct Request: Sendable {
    package let path: String
    /// The first byte that was asked for, or `nil` if no range was.
    package let start: Int?
    /// The last byte that was asked for, or `nil` if none was.
    package let end: Int?
    package let userAgent: String?
    /// The version of which alone a range was wanted. It is `nil` for any.
    package let ifRange: String?
    /// The number of bytes that the connection accepted.
    package var sent = 0
  }

  private struct State {
    var manner: Manner
    var requests: [Request] = []
  }

  private let folder: URL
  private let state: Mutex<State>
  private let socket: Int32
  private let port: UInt16

  package init(_ folder: URL, manner: Manner = .ranges) throws {
    self.folder = folder
    state = Mutex(State(manner: manner))
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port: UInt16? = withUnsafeMutablePointer(to: &address) { [socket] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(socket, pointer, length) == 0, listen(socket, 64) == 0, getsockname(socket, pointer, &length) == 0
        else { return nil }
        return UInt16(bigEndian: UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port)
      }
    }
    guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
    self.port = port
    let thread = Thread { [weak self, socket] in
      while true {
        let connection = accept(socket, nil, nil)
        // This thread, the last user of the listening socket, closes it: if another one did, the number could already
        // belong to another socket here.
        guard connection >= 0 else {
          close(socket)
          return
        }
        Thread.detachNewThread { [weak self] in
          self?.answer(connection)
          close(connection)
        }
      }
    }
    thread.start()
  }

  /// Ends the thread that accepts connections.
  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  package func url(_ name: String) -> URL { URL(string: "http://127.0.0.1:\(port)/\(name)")! }

  package var manner: Manner {
    get { state.withLock { $0.manner } }
    set { state.withLock { $0.manner = newValue } }
  }

  /// The requests so far, in order.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// Bytes of files that went out.
  package var sentBytes: Int { requests.reduce(0) { $0 + $1.sent } }

  private func answer(_ connection: Int32) {
    guard let head = Self.readHead(connection) else { return }
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1 else { return }
    func field(_ name: String) -> Substring? {
      lines.first { $0.lowercased().hasPrefix(name) }?.dropFirst(name.count)
    }
    let range = field("range: bytes=").map { $0.split(separator: "-", omittingEmptySubsequences: false) } ?? []
    let request = Request(
      path: String(words[1]), start: range.first.flatMap { Int($0) },
      end: range.count > 1 ? Int(range[1].prefix { $0.isNumber }) : nil,
      userAgent: field("user-agent: ").map(String.init), ifRange: field("if-range: ").map(String.init))
    let (number, manner) = state.withLock { state in
      state.requests.append(request)
      return (state.requests.count - 1, state.manner)
    }
    switch manner {
    case .status(let code):
      Self.send("HTTP/1.1 \(code) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", connection)
    case .failure(let count) where number >= count:
      Self.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", connection)
    case .redirect(let place) where !place.hasSuffix(request.path):
      Self.send(
        "HTTP/1.1 302 There\r\nLocation: \(place)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", connection)
    case .wholeFiles: sendFile(request, number, connection, knowsRanges: false)
    case .filesWithoutLength: sendFile(request, number, connection, knowsRanges: false, tellsLength: false)
    case .chunks(let limit): sendFile(request, number, connection, knowsRanges: false, inChunks: true, limit: limit)
    case .compressedRanges: sendFile(request, number, connection, fields: "Content-Encoding: gzip\r\n")
    case .rangesWithoutTotal: sendFile(request, number, connection, tellsTotal: false)
    case .silence(let count), .silenceInWholeFiles(let count):
      var knowsRanges = true
      if case .silenceInWholeFiles = manner { knowsRanges = false }
      sendFile(request, number, connection, knowsRanges: knowsRanges, limit: count)
      // Returns when the client hangs up.
      var byte: UInt8 = 0
      _ = recv(connection, &byte, 1, 0)
    case .version(let tag, let heedsConditions):
      let isOther = heedsConditions && request.ifRange.map { $0 != tag } ?? false
      sendFile(request, number, connection, knowsRanges: !isOther, fields: "ETag: \(tag)\r\n")
    case .parts(let count): sendFile(request, number, connection, most: count)
    case .cut(let count): sendFile(request, number, connection, limit: count)
    case .resets(let count):
      sendFile(request, number, connection, limit: count)
      // Without lingering, closing resets the connection.
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    case .ranges, .redirect, .failure, .throttled, .held: sendFile(request, number, connection)
    }
  }

  private func sendFile(
    _ request: Request, _ number: Int, _ connection: Int32, knowsRanges: Bool = true, tellsLength: Bool = true,
    tellsTotal: Bool = true, inChunks: Bool = false, fields: String = "", most: Int = .max, limit: Int = .max
  ) {
    let path = folder.appendingPathComponent(String(request.path.dropFirst())).path
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else {
      return Self.send("HTTP/1.1 404 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", connection)
    }
    let size = Int(status.st_size)
    var offset = knowsRanges ? min(request.start ?? 0, size) : 0
    let wanted = knowsRanges ? min(size, request.end.map { $0 + 1 } ?? size) : size
    let end = offset + min(wanted - offset, most)
    let head =
      if knowsRanges, request.start != nil {
        "HTTP/1.1 206 Part\r\nContent-Range: bytes \(offset)-\(end - 1)/\(tellsTotal ? String(size) : "*")\r\n"
          + "Accept-Ranges: bytes\r\n"
      } else {
        "HTTP/1.1 200 OK\r\n" + (knowsRanges ? "Accept-Ranges: bytes\r\n" : "")
      }
    let length =
      inChunks ? "Transfer-Encoding: chunked\r\n" : tellsLength ? "Content-Length: \(end - offset)\r\n" : ""
    Self.send(head + length + fields + "Connection: close\r\n\r\n", connection)
    var left = min(end - offset, limit)
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while left > 0 {
      let allowed = allowance(at: offset, connection)
      if allowed == 0 { return }
      let got = pread(file, &buffer, min(buffer.count, left, allowed), off_t(offset))
      // A chunk has the size that it has without a limit.
      if inChunks { Self.send("\(String(min(buffer.count, end - offset), radix: 16))\r\n", connection) }
      guard got > 0, Self.send(buffer[..<got], connection) else { return }
      offset += got
      left -= got
      state.withLock { $0.requests[number].sent += got }
      if inChunks, got == buffer.count || offset == end { Self.send("\r\n", connection) }
    }
    if inChunks, offset == end { Self.send("0\r\n\r\n", connection) }
  }

  /// Waits until more may be sent.
  ///
  /// - Returns: the number of bytes; 0 where the client has hung up.
  private func allowance(at offset: Int, _ connection: Int32) -> Int {
    while true {
      switch manner {
      case .throttled(let rate):
        // The server sends sixteen parts per second.
        usleep(62_500)
        return max(1, rate / 16)
      case .held(let bytes) where bytes.contains(offset):
        var byte: UInt8 = 0
        if recv(connection, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 { return 0 }
        // The bytes are held until the test changes the manner, or the client hangs up.
        usleep(5_000)
      case .held(let bytes): return offset < bytes.lowerBound ? bytes.lowerBound - offset : .max
      default: return .max
      }
    }
  }

  private static func readHead(_ connection: Int32) -> String? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.ends(with: [13, 10, 13, 10]) {
      guard head.count < 1 << 14, recv(connection, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }

  private static func send(_ text: String, _ connection: Int32) { send(Array(text.utf8)[...], connection) }

  /// - Returns: whether the client took it all.
  @discardableResult
  private static func send(_ bytes: ArraySlice<UInt8>, _ connection: Int32) -> Bool {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}

extension [UInt8] {
  fileprivate func ends(with bytes: [UInt8]) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
