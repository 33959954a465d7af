internal import CFFmpeg
internal import MediaSupport

/// Answers the calls of an `AVIOContext` with supplied bytes. It must outlive the context.
final class SuppliedInput {
  private let name: String
  private let bytes: any SuppliedBytes
  private var position: Int64 = 0
  /// The reason why bytes did not come, since the context itself only stores a number.
  private(set) var failure: MediaError?

  /// The number of bytes that the context requests at once.
  private static let bufferSize: Int32 = 32 * 1024

  /// - Parameter name: the bytes' URL, for messages.
  init(_ bytes: any SuppliedBytes, name: String) { (self.bytes, self.name) = (bytes, name) }

  /// - Throws: `inputUnavailable`, `cancelled`.
  init(of resource: any SuppliedResource, _ cancellation: Cancellation) throws(MediaError) {
    name = resource.name
    do throws(MediaError) { bytes = try resource.open(cancellation) } catch { throw error.adding(path: resource.name) }
  }

  /// Makes a context that calls this object, which must outlive it.
  func makeContext() throws(MediaError) -> UnsafeMutablePointer<AVIOContext> {
    guard let buffer = av_malloc(Int(Self.bufferSize)) else { throw .outOfMemory(.opening) }
    let context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0, Unmanaged.passUnretained(self).toOpaque(),
      { opaque, buffer, count in SuppliedInput.of(opaque).read(into: buffer, count) }, nil,
      { opaque, offset, whence in SuppliedInput.of(opaque).seek(to: offset, whence) })
    guard let context else {
      av_free(buffer)
      throw .outOfMemory(.opening)
    }
    context.pointee.seekable = bytes.isSeekable ? AVIO_SEEKABLE_NORMAL : 0
    return context
  }

  static func closeContext(_ context: inout UnsafeMutablePointer<AVIOContext>?) {
    // The library may have replaced the buffer.
    av_free(context?.pointee.buffer)
    avio_context_free(&context)
  }

  func forgetFailure() { failure = nil }

  private static func of(_ opaque: UnsafeMutableRawPointer?) -> SuppliedInput {
    Unmanaged<SuppliedInput>.fromOpaque(opaque!).takeUnretainedValue()
  }

  private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
    do {
      let count = try bytes.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)), at: position)
      position += Int64(count)
      return count > 0 ? Int32(count) : cff_error_eof
    } catch {
      failure = failure ?? error.adding(path: name)
      return error.kind == .cancelled ? cff_error_exit : cff_error(EIO)
    }
  }

  private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return bytes.byteCount ?? Int64(cff_error(ENOSYS)) }
    // The context converts other origins to this one.
    guard bytes.isSeekable, whence & ~AVSEEK_FORCE == SEEK_SET, offset >= 0 else { return Int64(cff_error(ESPIPE)) }
    position = offset
    return offset
  }
}
