import MediaInterop

/// The configuration that packets announce which are left out: it holds for those behind them all the same. A pure
/// value.
struct PassedConfiguration {
  private var parameters: CodecParameters?
  private var extradata: [UInt8]?

  /// Notes what a packet announces that is left out.
  mutating func pass(_ packet: Packet) {
    if let announced = packet.newParameters { (parameters, extradata) = (announced, nil) }
    guard let announced = packet.newExtradata else { return }
    extradata = announced
    parameters?.extradata = announced
  }

  /// Returns the next packet that is used, which announces what the ones before it did.
  mutating func carry(to packet: Packet) -> Packet {
    if packet.bytes.isEmpty || parameters != nil || extradata != nil { pass(packet) }
    // No decoder looks at a packet without bytes.
    if packet.bytes.isEmpty || parameters == nil && extradata == nil { return packet }
    var packet = packet
    (packet.newParameters, packet.newExtradata) = (parameters, extradata)
    self = PassedConfiguration()
    return packet
  }
}
