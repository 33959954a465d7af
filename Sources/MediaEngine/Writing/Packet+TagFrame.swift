import Bitstreams
import MediaInterop

extension Packet {
  /// The packet without the name that makes an MP3 frame of silence a tag; `nil` for other frames.
  var withoutTagName: Packet? {
    guard let name = XingTag.nameRange(in: [UInt8](bytes)) else { return nil }
    let storage = PacketStorage(copying: bytes)
    for index in name { storage.bytes[index] = 0 }
    var packet = self
    packet.bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[..<bytes.count])
    packet.owner = storage
    return packet
  }
}
