internal import CFFmpeg
internal import MediaSupport

/// Sequences of files that contain one picture each.
///
/// The library recognizes the first file, and determines its coding. If the files were one stream, it would have to
/// find where each ends, which it cannot do for TIFF, OpenEXR and others. So each file is a packet here.
/// ends, which it cannot do for TIFF, OpenEXR and others: so each file is a packet here.
extension Demuxer {
  /// Reads the next file, whose time is its number.
  func readImage(of paths: [String], into packet: LibraryPacket) throws(MediaError) -> CallOutcome {
    guard nextImage < paths.count else { return .end }
    let path = paths[nextImage]
    let image = try IOContext(.file(path), cancellation: bytes.cancellation)
    guard let size = image.size, size > 0, let count = Int32(exactly: size) else {
      nextImage += 1
      throw MediaError(.damagedContainer, .demuxing, "\(path) holds no picture", path: path)
    }
    let received = try check(
      av_get_packet(image.pointer, packet.pointer, count), .inputOutput, .demuxing, "cannot read \(path)", path: path)
    // The file may have become shorter since its size was read.
    if received < count { packet.pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT }
    packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    packet.pointer.pointee.pts = Int64(nextImage)
    packet.pointer.pointee.dts = Int64(nextImage)
    packet.pointer.pointee.duration = 1
    packet.pointer.pointee.stream_index = 0
    nextImage += 1
    return .done
  }
}
