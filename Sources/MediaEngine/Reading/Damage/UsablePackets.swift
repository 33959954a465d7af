import CoreMedia
import MediaInterop

/// Which packets of pictures are of use behind a lost one: a pure value.
///
/// Everything may refer to a lost picture that follows it in decode order up to the next random-access point, and what is
/// shown before that point. Packets of sound are of use each by itself.
struct UsablePackets {
  private let parameters: CodecParameters
  private let isPictures: Bool
  private var state = State.whole

  private enum State {
    case whole
    /// Nothing is of use before a random-access point.
    case broken
    /// Behind the random-access point that is shown at a time; `nil` where the packet had none.
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
  /// - Returns: whether it can be decoded, as far as the packets before it are concerned.
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

  /// A packet that was admitted turned out to be lost.
  mutating func lose(_ packet: Packet) {
    if isPictures, packet.isReferredTo(in: parameters) { state = .broken }
  }
}
