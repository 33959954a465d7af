import CoreMedia
import MediaInterop

/// Decides which packets of pictures are of use behind a lost one: a pure value.
///
/// Every picture behind a lost one in decode order may refer to it, up to the next random-access point, and so may
/// those that are shown before that point. Each packet of sound is of use by itself.
struct UsablePackets {
  private let parameters: CodecParameters
  private let isPictures: Bool
  private var state = State.whole

  private enum State {
    case whole
    /// Nothing is of use before a random-access point.
    case broken
    /// Behind a random-access point, with the time at which it is shown; `nil` where the packet had none.
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
  /// - Returns: Whether it can be decoded, as far as the packets before it are concerned.
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

  /// Notes that a packet that was admitted turned out to be lost.
  mutating func lose(_ packet: Packet) {
    if isPictures, packet.isReferredTo(in: parameters) { state = .broken }
  }
}
