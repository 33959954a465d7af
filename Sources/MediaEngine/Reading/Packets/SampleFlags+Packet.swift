import CoreMedia
import MediaInterop

extension SampleFlags {
  /// Makes the flags of a packet's part in decoding.
  init(_ packet: Packet) {
    self = []
    if !packet.isKeyFrame { insert(.notSync) }
    if packet.isDroppable { insert(.droppable) }
  }
}
