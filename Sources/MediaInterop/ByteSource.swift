internal import CFFmpeg
internal import MediaSupport

/// The owner of one `AVIOContext`: the bytes of a file, open for reading.
///
/// The file is opened here and not by libavformat's demuxers, which may then be forbidden to open anything.
final class ByteSource {
  let pointer: UnsafeMutablePointer<AVIOContext>
  let source: MediaSource
  let cancellation: Cancellation?

  init(_ source: MediaSource, cancellation: Cancellation?) throws(MediaError) {
    LibraryLog.install()
    self.source = source
    self.cancellation = cancellation
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in source.options { av_dict_set(&options, key, value, 0) }
    var context: UnsafeMutablePointer<AVIOContext>?
    var interrupt = ByteSource.interruption(cancellation)
    try check(
      avio_open2(&context, source.url, AVIO_FLAG_READ, &interrupt, &options), .inputUnavailable, .opening,
      "cannot open the input", path: source.name)
    pointer = context!
    LiveObjects.increment()
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = pointer
    avio_closep(&context)
    LiveObjects.decrement()
  }

  /// Bytes in all; `nil` where the input does not say.
  var size: Int64? {
    let size = avio_size(pointer)
    return size < 0 ? nil : size
  }

  var isSeekable: Bool { pointer.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 }

  /// What stopped reading before the end; zero where nothing did.
  var readError: Int32 { pointer.pointee.error == cff_error_eof ? 0 : pointer.pointee.error }

  /// The library's form of a cancellation flag, which must outlive what it is given to.
  static func interruption(_ cancellation: Cancellation?) -> AVIOInterruptCB {
    guard let cancellation else { return AVIOInterruptCB() }
    return AVIOInterruptCB(
      callback: { Unmanaged<Cancellation>.fromOpaque($0!).takeUnretainedValue().isCancelled ? 1 : 0 },
      opaque: Unmanaged.passUnretained(cancellation).toOpaque())
  }
}
