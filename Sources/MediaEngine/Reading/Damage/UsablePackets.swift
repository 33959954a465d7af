import CoreMedia
import MediaInterop

/// Decides which packets of pictures are usable after a lost one: a pure value.
///
/// Every picture behind a lost one in decode order may refer to it, up to the next random-access point, and so may the
/// pictures that are shown before that point. Each packet of sound is usable by itself.
struct UsablePackets {
  private let parameters: CodecParameters
  private let isPictures: Bool
  private var state = State.whole

  private enum State {
    case whole
    /// No packet is usable before a random-access point.
    case broken
    /// Decoding resumed at a random-access point, with its presentation time; `nil` if the packet had none.
    case resumed(Int64?)
  }

  init(of context: ReadingContext) {
    self.init(context.stream.parameters, isPictures: context.track.mediaType == .video)
  }

  init(_ parameters: CodecParameters, isPictures: Bool) {
    self.parameters = parameters
    self.isPictures = isPictures
  }

  /// Takes the next packet in decode order.
  ///
  /// - Returns: Whether it can be decoded, as far as its dependence on earlier packets is concerned.
  mutating func admit(_ packet: Packet) -> Bool {
    guard isPictures else { return true }
    if packet.followsDamage { state = .broken }
    switch state {
    case .whole: return true
    case .broken:
      guard packet.isKeyFrame, !packet.isDamaged else { return false }
      state = .resumed(packet.pts)
      return true
    case .resumed(let time):
      if packet.isKeyFrame { state = .whole }
      guard let time, let shown = packet.pts else { return true }
      return shown >= time
    }
  }

  /// Notes that an admitted packet turned out to be lost.
  mutating func lose(_ packet: Packet) {
    if isPictures, packet.isReferredTo(in: parameters) { state = .broken }
  }
}
