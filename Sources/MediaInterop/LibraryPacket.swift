internal import CFFmpeg
internal import MediaSupport

/// The owner of one `AVPacket`, which a demuxer or a bitstream filter fills, and a decoder or a muxer takes.
final class LibraryPacket {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Makes an empty packet for the library to fill.
  init() throws(MediaError) {
    guard let packet = av_packet_alloc() else { throw .outOfMemory(.demuxing) }
    pointer = packet
    LiveObjects.increment()
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&packet)
    LiveObjects.decrement()
  }

  /// Makes a library packet from one of ours. It refers to the same bytes if the library owns them; otherwise it has a
  /// copy, since the library's readers read beyond the end.
  convenience init(_ packet: Packet) throws(MediaError) {
    try self.init()
    if let source = packet.owner as? LibraryPacket, source.holds(packet.bytes) {
      try check(av_packet_ref(pointer, source.pointer), .outOfMemory, .demuxing, "cannot refer to a packet")
    } else {
      guard let count = Int32(exactly: packet.bytes.count) else { throw .outOfMemory(.demuxing) }
      try check(av_new_packet(pointer, count), .outOfMemory, .demuxing, "cannot make a packet")
      if let base = packet.bytes.baseAddress {
        UnsafeMutableRawPointer(pointer.pointee.data).copyMemory(from: base, byteCount: packet.bytes.count)
      }
    }
    pointer.pointee.pts = packet.pts ?? cff_no_pts
    pointer.pointee.dts = packet.dts ?? cff_no_pts
    pointer.pointee.duration = packet.duration
    pointer.pointee.stream_index = Int32(clamping: packet.streamIndex)
    pointer.pointee.time_base = packet.timeBase.cValue
    pointer.pointee.flags = packet.libraryFlags
    try setTrims(start: packet.trimStart, end: packet.trimEnd)
    try setNewExtradata(packet.newExtradata)
    try setSideData(packet.sideData)
  }

  /// Returns the packet that the library has filled, as a value that keeps this packet alive.
  func packet(timeBase: TimeBase) -> Packet {
    let source = pointer.pointee
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(start: source.data, count: max(0, Int(source.size))), owner: self,
      pts: source.pts == cff_no_pts ? nil : source.pts, dts: source.dts == cff_no_pts ? nil : source.dts,
      duration: max(0, source.duration), timeBase: timeBase)
    packet.streamIndex = Int(source.stream_index)
    packet.position = source.pos < 0 ? nil : source.pos
    packet.isKeyFrame = source.flags & AV_PKT_FLAG_KEY != 0
    packet.isDiscarded = source.flags & AV_PKT_FLAG_DISCARD != 0
    packet.isDamaged = source.flags & AV_PKT_FLAG_CORRUPT != 0
    packet.isDroppable = source.flags & AV_PKT_FLAG_DISPOSABLE != 0
    if source.side_data_elems > 0 {
      (packet.trimStart, packet.trimEnd) = trims
      packet.newExtradata = sideData(AV_PKT_DATA_NEW_EXTRADATA).map { [UInt8]($0) }
      packet.sideData = sideData
    }
    return packet
  }

  private func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
    UnsafeRawPointer(pointer.pointee.data) == bytes.baseAddress && Int(pointer.pointee.size) == bytes.count
  }
}

/// The trims: `AV_PKT_DATA_SKIP_SAMPLES`, which is two little-endian 32-bit counts and two bytes of reasons.
extension LibraryPacket {
  private static let trimsSize = 10

  private var trims: (start: Int, end: Int) {
    guard let bytes = sideData(AV_PKT_DATA_SKIP_SAMPLES), bytes.count >= LibraryPacket.trimsSize else { return (0, 0) }
    let start = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    let end = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    return (Int(start), Int(end))
  }

  private func setTrims(start: Int, end: Int) throws(MediaError) {
    guard (start, end) != trims else { return }
    let start = UInt32(clamping: start)
    let end = UInt32(clamping: end)
    guard let bytes = av_packet_new_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, LibraryPacket.trimsSize) else {
      throw .outOfMemory(.demuxing)
    }
    bytes.update(repeating: 0, count: LibraryPacket.trimsSize)
    let raw = UnsafeMutableRawPointer(bytes)
    raw.storeBytes(of: start.littleEndian, as: UInt32.self)
    raw.storeBytes(of: end.littleEndian, toByteOffset: 4, as: UInt32.self)
  }

  private func setNewExtradata(_ extradata: [UInt8]?) throws(MediaError) {
    guard let extradata, sideData(AV_PKT_DATA_NEW_EXTRADATA) == nil else { return }
    guard let bytes = av_packet_new_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, extradata.count) else {
      throw .outOfMemory(.demuxing)
    }
    bytes.update(from: extradata, count: extradata.count)
  }
}

extension Packet {
  fileprivate var libraryFlags: Int32 {
    var flags: Int32 = 0
    if isKeyFrame { flags |= AV_PKT_FLAG_KEY }
    if isDiscarded { flags |= AV_PKT_FLAG_DISCARD }
    if isDamaged { flags |= AV_PKT_FLAG_CORRUPT }
    if isDroppable { flags |= AV_PKT_FLAG_DISPOSABLE }
    return flags
  }
}
