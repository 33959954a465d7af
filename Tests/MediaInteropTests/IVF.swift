import MediaInterop

/// The plainest container of AV1 and VP9: a header of 32 bytes, then each packet behind its size and time.
enum IVF {
  static func file(_ packets: [Packet], fourCC: String, width: Int, height: Int) -> [UInt8] {
    var file = Array("DKIF".utf8) + little(0, 2) + little(32, 2) + Array(fourCC.utf8)
    file +=
      little(width, 2) + little(height, 2) + little(600, 4) + little(1, 4) + little(packets.count, 4) + little(0, 4)
    for packet in packets {
      file += little(packet.bytes.count, 4) + little(Int(packet.pts ?? 0), 8) + packet.bytes
    }
    return file
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
