internal import CFFmpeg
import MediaSupport

extension UnsafeMutablePointer<AVFrame> {
  /// Makes the frame refer to a picture's memory. The library releases the memory by a reference count of its own.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for rows that are too long, `.outOfMemory`.
  func refer(to picture: Picture) throws(MediaError) {
    pointee.format = picture.format.rawValue
    pointee.width = Int32(picture.width)
    pointee.height = Int32(picture.height)
    for (index, plane) in picture.planes.enumerated() {
      guard let stride = Int32(exactly: plane.stride) else {
        throw MediaError(.invalidOperation, .encoding, "a picture's stride of \(plane.stride) bytes is too long")
      }
      cff_frame_set_plane(self, Int32(index), plane.base, stride)
    }
    // Without a buffer of its own the library would copy every picture.
    guard let owner = picture.owner else { return }
    let kept = Unmanaged.passRetained(owner)
    pointee.buf.0 = av_buffer_create(
      picture.planes[0].base.assumingMemoryBound(to: UInt8.self), 1,
      { owner, _ in Unmanaged<AnyObject>.fromOpaque(owner!).release() }, kept.toOpaque(), AV_BUFFER_FLAG_READONLY)
    if pointee.buf.0 == nil {
      kept.release()
      throw .outOfMemory(.encoding)
    }
  }
}
