import Bitstreams
import MediaInterop
import MovieFile

extension Packet {
  /// Returns the packet with registered messages (ITU-T T.35) in front of its picture.
  ///
  /// - Parameter lengthSize: the number of bytes of the length in front of each NAL unit.
  func carrying(_ messages: [[UInt8]], codec: NALCodec, lengthSize: Int = 4) -> Packet {
    let units = LengthPrefixedUnits(bytes, lengthSize: lengthSize)
    guard let picture = units.first(where: { codec.isPicture(header: bytes[$0.lowerBound]) }) else { return self }
    let place = picture.lowerBound - lengthSize
    let unit = RegisteredMessages.unit(of: messages, codec: codec)
    let storage = PacketStorage(count: bytes.count + lengthSize + unit.count)
    storage.bytes.copyBytes(from: bytes[..<place])
    for index in 0..<lengthSize {
      storage.bytes[place + index] = UInt8(truncatingIfNeeded: unit.count >> (8 * (lengthSize - 1 - index)))
    }
    storage.bytes[(place + lengthSize)...].copyBytes(from: unit)
    storage.bytes[(place + lengthSize + unit.count)...].copyBytes(from: bytes[place...])
    var packet = self
    packet.bytes = UnsafeRawBufferPointer(storage.bytes)
    packet.owner = storage
    return packet
  }
}
