import Bitstreams
import MediaInterop

/// The tag frame at the start of copied MP3, which becomes a frame of silence: the tag would state the length of the file
/// that the MP3 was copied from. A pure value.
///
/// Readers skip to the first frame whose channel mode agrees with the next frame's, so the silent frame gets the channel
/// mode of the frame behind it.
struct CopiedTagFrame {
  /// The offset of the silent frame, and its channel mode; `nil` if there is none, or the frame behind it was written.
  private var silent: (offset: Int64, mode: UInt8)?

  /// Replaces a packet by silence if it is a tag frame at the start.
  ///
  /// - Parameters:
  ///   - position: the offset at which the packet is written.
  ///   - isFirst: a Boolean value that says whether the packet is the file's first.
  /// - Returns: The byte to change in the silent frame, for the packet behind it; `nil` if nothing changes.
  mutating func silence(
    _ packet: inout Packet, at position: Int64, isFirst: Bool
  ) -> (byte: UInt8, offset: Int64)? {
    let index = MPEGAudioHeader.modeIndex
    if isFirst, !packet.isTagPlaceholder, let withoutTag = packet.withoutTagName {
      silent = (position, packet.bytes[index])
      packet = withoutTag
      return nil
    }
    guard let (offset, mode) = silent, packet.bytes.count > index else { return nil }
    silent = nil
    // The side information of a mono frame has another size than that of a stereo frame, so the mode must not change
    // then.
    let next = packet.bytes[index]
    guard MPEGAudioHeader.isMono(mode) == MPEGAudioHeader.isMono(next) else { return nil }
    return (next, offset + Int64(index))
  }
}

extension Packet {
  /// The packet without the name that makes an MP3 frame of silence a tag; `nil` for other frames.
  fileprivate var withoutTagName: Packet? {
    guard let name = XingTag.nameRange(in: [UInt8](bytes)) else { return nil }
    let storage = PacketStorage(copying: bytes)
    for index in name { storage.bytes[index] = 0 }
    var packet = self
    packet.bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[..<bytes.count])
    packet.owner = storage
    return packet
  }
}
