import CoreMedia
import MediaInterop

extension SampleFlags {
  /// Makes the flags of a packet's part in decoding.
  init(_ packet: Packet) {
    // `[]` and `insert` of another module's set are calls that look up its type while running, for every sample.
    let bits = (packet.isKeyFrame ? 0 : Self.notSync.rawValue) | (packet.isDroppable ? Self.droppable.rawValue : 0)
    self.init(rawValue: bits)
  }
}
