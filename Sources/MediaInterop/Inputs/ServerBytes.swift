internal import CFFmpeg
internal import Glibc
internal import MediaSupport

/// The bytes of a server's resource, read with the library's own protocol.
///
/// A server may send less of the resource than requested (RFC 9110, 15.3.7): the rest is then requested.
///
/// A failure is remembered, because libavformat requests bytes that did not come several times, and would wait for a
/// silent server each time.
final class ServerBytes: SuppliedBytes {
  /// The total number of bytes; `nil` if the server does not state it, or states only that of the compressed bytes.
  let byteCount: Int64?
  /// The version of the resource. It is `nil` if the server does not distinguish versions.
  let version: StrongValidator?
  /// A Boolean value that says whether the library knows where the answer ends.
  private let hasLength: Bool
  /// The known properties of the answer that is being read.
  private var answer: CFFAnswer
  private var context: UnsafeMutablePointer<AVIOContext>
  private let name: String
  private let options: NetworkOptions
  /// The flag that the context checks, which must outlive it.
  private let cancellation: Cancellation
  /// The offset of the next byte of the answer.
  private var position: Int64
  private var failure: MediaError?

  /// Sends the request, and waits for the beginning of the answer.
  ///
  /// - Throws: `inputUnavailable`, `inputOutput`, `cancelled`.
  init(_ url: String, _ options: NetworkOptions, _ cancellation: Cancellation?) throws(MediaError) {
    (name, self.options, position) = (url, options, options.range?.lowerBound ?? 0)
    let cancellation = Cancellation(within: [cancellation, options.cancellation].compactMap { $0 })
    self.cancellation = cancellation
    var (context, answer) = try Self.request(url, options, cancellation)
    if answer.has(CFF_ANSWER_UNSIZED), options.range?.lowerBound ?? 0 == 0 {
      Self.close(context)
      // A server that does not state the length in reply to a request for a range may still be able to send everything.
      var options = options
      options.isForAll = true
      (context, answer) = try Self.request(url, options, cancellation)
    }
    if answer.has(CFF_ANSWER_UNSIZED) {
      Self.close(context)
      throw MediaError(
        .inputUnavailable, .opening, "the server gives a part of the resource, and not the length of all", path: url)
    }
    let size = avio_size(context)
    (self.context, self.answer) = (context, answer)
    version = options.version ?? StrongValidator(answer)
    hasLength = size >= 0
    byteCount = size < 0 || answer.has(CFF_ANSWER_COMPRESSED) ? nil : size
    LiveObjects.increment()
  }

  deinit {
    Self.close(context)
    LiveObjects.decrement()
  }

  /// Sends a request, and waits for the beginning of the answer.
  private static func request(
    _ url: String, _ options: NetworkOptions, _ cancellation: Cancellation
  ) throws(MediaError) -> (context: UnsafeMutablePointer<AVIOContext>, answer: CFFAnswer) {
    _ = cff_log_exchange_answer(CFFAnswer())
    do throws(MediaError) {
      let context = try IOContext.open(url, .network(url, options), options.libraryOptions, cancellation)
      let answer = cff_log_exchange_answer(CFFAnswer())
      if options.version?.isContradicted(by: answer) == true {
        close(context)
        throw changed(url)
      }
      return (context, answer)
    } catch {
      let answer = cff_log_exchange_answer(CFFAnswer())
      // A server with another version sends the whole of that instead of a range, which the library refuses.
      if let version = options.version, error.kind != .cancelled, answer.status == Self.wholeResource,
        StrongValidator(answer) != version
      {
        throw changed(url)
      }
      throw error
    }
  }

  /// The status code of an answer that contains a whole resource (RFC 9110, 15.3.1).
  private static let wholeResource: Int32 = 200

  private static func changed(_ url: String) -> MediaError {
    MediaError(.inputOutput, .demuxing, "the resource has changed on its server", path: url)
  }

  private static func close(_ context: UnsafeMutablePointer<AVIOContext>) {
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_closep(&context)
  }

  /// A Boolean value that says whether the server answers requests for ranges.
  ///
  /// It is `false` for a compressed answer: its ranges are of the compressed bytes, which cannot be decompressed from
  /// the middle.
  var isSeekable: Bool {
    !answer.has(CFF_ANSWER_COMPRESSED) && context.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
  }

  /// The offset behind the last byte of the answer. It is `nil` if the server does not state it.
  var answerEnd: Int64? { isSeekable && answer.end > 0 ? answer.end : nil }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
    if let failure { throw failure }
    // Servers answer requests for bytes behind the end with an error.
    if let byteCount, offset >= byteCount { return 0 }
    do throws(MediaError) {
      try seek(to: offset)
      let count = try readAnswer(into: buffer)
      if count == 0, byteCount != nil { throw ended(at: offset) }
      return count
    } catch {
      failure = error
      throw error
    }
  }

  /// Waits for the next bytes of the current answer, and reads them.
  ///
  /// - Returns: The number of bytes that were copied to the buffer; 0 at the end of the answer.
  /// - Throws: `inputOutput`, `cancelled`.
  func readAnswer(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    // Without this check, the library would wait for the end of the resource.
    if let answerEnd, position >= answerEnd { return 0 }
    let count = following {
      avio_read_partial(
        context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(clamping: buffer.count))
    }
    // Without a length, only the end of the connection ends the answer, which libavformat reports as an error.
    if count == cff_error_eof || (!hasLength && count == -EIO) {
      // An answer in chunks has an explicit end, which the library does not check (RFC 9112, 8).
      if byteCount == nil, answer.has(CFF_ANSWER_CHUNKED), !answer.has(CFF_ANSWER_ENDED) {
        throw MediaError(
          .inputOutput, .demuxing, "the server ended the connection before the end of its answer", path: name,
          code: ECONNRESET)
      }
      return 0
    }
    try check(count, .inputOutput, .demuxing, "cannot read the input", path: name)
    position += Int64(count)
    return Int(count)
  }

  /// Calls the library, and records what it logs about the answer.
  private func following<Value>(_ body: () -> Value) -> Value {
    _ = cff_log_exchange_answer(answer)
    defer { answer = cff_log_exchange_answer(CFFAnswer()) }
    return body()
  }

  private func seek(to offset: Int64) throws(MediaError) {
    if let answerEnd, offset >= answerEnd { return try ask(from: offset) }
    if offset == position { return }
    let place = following { avio_seek(context, offset, SEEK_SET) }
    // A nearby offset is reached by reading on.
    if place == Int64(cff_error_eof) { throw ended(at: offset) }
    if place < 0 { try check(Int32(clamping: place), .inputOutput, .demuxing, "cannot read the input", path: name) }
    if version?.isContradicted(by: answer) == true { throw Self.changed(name) }
    position = offset
  }

  /// Requests the bytes from an offset on that the answer does not reach. The library itself does that only if it must
  /// seek back, or far forward.
  private func ask(from offset: Int64) throws(MediaError) {
    var options = options
    (options.range, options.version) = (offset..<Int64.max, version)
    let (next, answer) = try Self.request(name, options, cancellation)
    let size = avio_size(next)
    if let byteCount, size >= 0, size != byteCount {
      Self.close(next)
      throw MediaError(
        .inputOutput, .demuxing, "the resource has changed on its server from \(byteCount) to \(size) bytes", path: name
      )
    }
    Self.close(context)
    // The library counts from the first byte of the answer.
    next.pointee.pos = offset
    (context, self.answer, position) = (next, answer, offset)
  }

  private func ended(at offset: Int64) -> MediaError {
    MediaError(
      .inputOutput, .demuxing, "the server ended the connection before byte \(offset) of \(byteCount ?? 0)",
      path: name, code: ECONNRESET)
  }
}

extension CFFAnswer {
  /// Returns whether an answer has a property, one of `CFF_ANSWER_…`.
  fileprivate func has(_ property: Int) -> Bool { Int(properties) & property != 0 }
}
