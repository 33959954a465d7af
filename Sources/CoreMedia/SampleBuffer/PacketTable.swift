internal import CoreAudioTypes

/// The offset and size of each packet of compressed audio in a buffer, in memory that stays where it is.
final class PacketTable: @unchecked Sendable {
  // Sendable: nothing changes the table once it was copied.

  let packets: UnsafeBufferPointer<AudioStreamPacketDescription>

  init(_ descriptions: some Collection<AudioStreamPacketDescription>) {
    let copy = UnsafeMutableBufferPointer<AudioStreamPacketDescription>.allocate(capacity: descriptions.count)
    _ = copy.initialize(from: descriptions)
    packets = UnsafeBufferPointer(copy)
  }

  deinit { packets.deallocate() }
}
