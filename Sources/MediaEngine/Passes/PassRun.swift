import MediaInterop

/// An encoder's run over adjacent segments that are encoded again with the same rate factor.
final class PassRun {
  /// The planned rate factor.
  private let rateFactor: Double
  private let encoder: H264Encoder
  /// The segment of the last picture.
  private var segment: Int?

  /// - Throws: `MediaError(.internalError)` if its part would not fit into the stream.
  init(_ settings: H264Encoder.Settings, rateFactor: Double, partOf stream: H264StreamHead) throws {
    self.rateFactor = rateFactor
    encoder = try H264Encoder(settings, partOf: stream)
  }

  typealias Emit = (Packet, H264Encoder.Measurement) throws -> Void

  /// Returns whether it continues with a segment's pictures.
  func continues(to next: Int, rateFactor: Double) -> Bool {
    rateFactor == self.rateFactor && segment.map { next == $0 || next == $0 + 1 } ?? true
  }

  func encode(_ picture: Picture, pts: Int64, duration: Int64, segment: Int, emit: Emit) throws {
    let begins = segment != self.segment
    self.segment = segment
    try encoder.encode(picture, pts: pts, duration: duration, forceKeyFrame: begins) { try pass($0, emit) }
  }

  /// Changes the rate factor of the pictures that were not begun yet.
  func change(to wanted: Double) throws { try encoder.changeRateFactor(to: wanted) }

  func finish(emit: Emit) throws { try encoder.finish { try pass($0, emit) } }

  private func pass(_ packet: Packet, _ emit: Emit) throws {
    if let measurement = encoder.measurement { try emit(packet, measurement) }
  }
}
