internal import CFFmpeg
internal import MediaSupport

/// The owner of one `AVIOContext`: the bytes of an input, open for reading.
///
/// The input is opened here, not by libavformat's demuxers, so that these can be forbidden to open anything.
final class IOContext {
  let pointer: UnsafeMutablePointer<AVIOContext>
  let source: MediaSource
  let cancellation: Cancellation?
  /// The beginning of a text file, with content that the library does not read; `nil` if it reads everything.
  var head: [UInt8]?
  /// The object that answers the context's calls, if the library does not do so itself.
  private let supply: SuppliedInput?

  init(_ source: MediaSource, cancellation: Cancellation?) throws(MediaError) {
    try LibraryLog.install(for: .avformat, .opening)
    self.source = source
    self.cancellation = cancellation
    switch source {
    case .file, .images:
      supply = nil
      // Without the scheme, the library would interpret a path such as `a:b.mov` as a URL.
      pointer = try IOContext.open("file:" + source.firstName, source, [], cancellation)
    case .network(let url, let options):
      let supply = try SuppliedInput(ServerBytes(url, options, cancellation), name: url)
      self.supply = supply
      pointer = try supply.makeContext()
    case .supplied(let resource): (supply, pointer) = try IOContext.open(resource, cancellation)
    }
    LiveObjects.increment()
  }

  /// Creates a source of other bytes that replace an input's own.
  init(_ bytes: any SuppliedBytes, inPlaceOf input: IOContext) throws(MediaError) {
    (source, cancellation) = (input.source, input.cancellation)
    let supply = SuppliedInput(bytes, name: input.source.name)
    self.supply = supply
    pointer = try supply.makeContext()
    LiveObjects.increment()
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = pointer
    if supply != nil { SuppliedInput.closeContext(&context) } else { avio_closep(&context) }
    LiveObjects.decrement()
  }

  /// Opens a context of bytes that are not read by the library itself.
  private static func open(
    _ resource: any SuppliedResource, _ cancellation: Cancellation?
  ) throws(MediaError) -> (SuppliedInput, UnsafeMutablePointer<AVIOContext>) {
    let supply = try SuppliedInput(of: resource, cancellation ?? Cancellation())
    return (supply, try supply.makeContext())
  }

  /// Opens a context of one of the library's protocols.
  static func open(
    _ url: String, _ source: MediaSource, _ settings: [(String, String)], _ cancellation: Cancellation?
  ) throws(MediaError) -> UnsafeMutablePointer<AVIOContext> {
    // A request to a server may be the first use of the library in the process.
    try LibraryLog.install(for: .avformat, .opening)
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in [("protocol_whitelist", source.protocols)] + settings { av_dict_set(&options, key, value, 0) }
    var context: UnsafeMutablePointer<AVIOContext>?
    var interrupt = IOContext.interruption(cancellation)
    try check(
      avio_open2(&context, url, AVIO_FLAG_READ, &interrupt, &options), .inputUnavailable, .opening,
      "cannot open the input", path: source.name)
    return context!
  }

  /// The total number of bytes; `nil` if the input does not state it.
  var size: Int64? {
    let size = avio_size(pointer)
    return size < 0 ? nil : size
  }

  var isSeekable: Bool { pointer.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 }

  /// The library's code of the error that stopped reading before the end; zero if there was none.
  var readError: Int32 { pointer.pointee.error == cff_error_eof ? 0 : pointer.pointee.error }

  /// Clears an interruption, which the library remembers, so that reading can continue at another offset.
  func forgetError() {
    guard let supply else { return }
    supply.forgetFailure()
    (pointer.pointee.error, pointer.pointee.eof_reached) = (0, 0)
  }

  /// Calls a closure that reads. If it fails because bytes were not supplied, the supplier's error is thrown.
  func reading<Value>(_ body: () throws(MediaError) -> Value) throws(MediaError) -> Value {
    do { return try body() } catch { throw supply?.failure ?? error }
  }

  /// Returns the library's form of a cancellation flag. The flag must outlive the object that the form is given to.
  static func interruption(_ cancellation: Cancellation?) -> AVIOInterruptCB {
    guard let cancellation else { return AVIOInterruptCB() }
    return AVIOInterruptCB(
      callback: { Unmanaged<Cancellation>.fromOpaque($0!).takeUnretainedValue().isCancelled ? 1 : 0 },
      opaque: Unmanaged.passUnretained(cancellation).toOpaque())
  }
}
