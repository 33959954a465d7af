internal import CFFmpeg
internal import MediaSupport

/// The parameters of a stream for a decoder or a container: a value around the library's `AVCodecParameters`.
///
/// Copies share the memory until one is changed. A property that a file does not state is `nil`, or zero where its
/// comment says so.
package struct CodecParameters: @unchecked Sendable {
  // Sendable: memory that several values share is copied before it is changed.

  private var storage: Storage

  /// Makes parameters that state the coding and nothing else.
  package init(codec: CodecID) {
    storage = Storage()
    storage.pointer.pointee.codec_type = codec.kind.cValue
    storage.pointer.pointee.codec_id = codec.cValue
  }

  /// Makes a copy of a stream's parameters.
  init(copying source: UnsafePointer<AVCodecParameters>) throws(MediaError) {
    storage = Storage()
    try check(avcodec_parameters_copy(storage.pointer, source), .outOfMemory, .opening, "cannot copy parameters")
  }

  /// Makes the parameters of an open codec context's stream.
  init(context: UnsafePointer<AVCodecContext>) throws(MediaError) {
    storage = Storage()
    try check(
      avcodec_parameters_from_context(storage.pointer, context), .outOfMemory, .opening, "cannot copy parameters")
  }

  /// Calls `body` with the library's structure, to be read and not kept: valid during `body`.
  func withCParameters<Result>(_ body: (UnsafePointer<AVCodecParameters>) -> Result) -> Result {
    defer { withExtendedLifetime(storage) {} }
    return body(storage.pointer)
  }

  func value<Value>(_ member: (AVCodecParameters) -> Value) -> Value {
    defer { withExtendedLifetime(storage) {} }
    return member(storage.pointer.pointee)
  }

  mutating func change(_ body: (inout AVCodecParameters) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    body(&storage.pointer.pointee)
  }

  /// The owner of one `AVCodecParameters`.
  private final class Storage {
    let pointer: UnsafeMutablePointer<AVCodecParameters>

    init() {
      // These are two hundred bytes: a process that cannot get them cannot report it either.
      guard let pointer = avcodec_parameters_alloc() else { fatalError("out of memory") }
      self.pointer = pointer
      LiveObjects.increment()
    }

    convenience init(copying other: Storage) {
      self.init()
      // As above: nothing else can fail.
      guard avcodec_parameters_copy(pointer, other.pointer) >= 0 else { fatalError("out of memory") }
    }

    deinit {
      var pointer: UnsafeMutablePointer<AVCodecParameters>? = pointer
      avcodec_parameters_free(&pointer)
      LiveObjects.decrement()
    }
  }
}
