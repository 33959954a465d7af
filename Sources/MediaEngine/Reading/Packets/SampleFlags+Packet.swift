import CoreMedia
import MediaInterop

extension SampleFlags {
  /// What a packet tells of its part in decoding.
  init(_ packet: Packet) {
    self = []
    if !packet.isKeyFrame { insert(.notSync) }
    if packet.isDroppable { insert(.droppable) }
  }
}
