import MediaInterop

/// What a track that is encoded in several passes is to keep to. `nil` asks for nothing.
package struct PassContract: Sendable, Equatable {
  /// All pictures' bits: never more than the upper bound, and no fewer than the lower one.
  package var size: ClosedRange<Double>?
  /// Bits a second, where `size` follows from how long the pictures last.
  package var bitRate: Double?
  /// The mean structural similarity of all pictures, within `ssimTolerance`.
  package var targetSSIM: Double?
  /// What every segment's mean similarity reaches.
  package var leastSSIM: Double?
  /// What never starves while the stream is received.
  package var buffer: Buffer?

  /// The model of a receiver: so many bits a second come in, and so many are held.
  package struct Buffer: Sendable, Equatable {
    package var bitRate: Double
    package var size: Double
    /// How much of it is full when the first picture is taken out: what x264 assumes too.
    package static let initialFullness = H264Encoder.ReceiverBuffer.usualFullness

    package init(bitRate: Double, size: Double) {
      self.bitRate = bitRate
      self.size = size
    }
  }

  /// How far the mean may be from its target: what is measured of the decoded pictures differs from x264's own figures
  /// by some ten-thousandths, and 0.002 is promised.
  package static let ssimTolerance = 0.0015
  /// How much smaller than asked for a size may be, as a share of it.
  package static let sizeTolerance = 0.005
  /// The same where that was not reached in a few passes.
  package static let lateSizeTolerance = 0.02

  package init() {}

  /// What the settings of a track ask for; `nil` where that is nothing that several passes could reach, or the codec has no
  /// encoder that makes several.
  init?(_ encoding: VideoEncoding) {
    guard encoding.codec == .h264 else { return nil }
    if case .averageBitRate(let rate)? = encoding.rateControl { bitRate = Double(rate) }
    (targetSSIM, leastSSIM) = (encoding.targetSSIM, encoding.leastSSIM)
    buffer = encoding.receiverBuffer.map { Buffer(bitRate: Double($0.maximumBitRate), size: Double($0.size)) }
    if self == PassContract() { return nil }
  }

  /// No more than so many bits, and no fewer than the tolerance allows.
  package static func sizeRange(upTo bits: Double, tolerance: Double = sizeTolerance) -> ClosedRange<Double> {
    let bits = max(bits, 0)
    return bits * (1 - tolerance)...bits
  }
}

extension ClosedRange<Double> {
  /// What is aimed at.
  var middle: Double { (lowerBound + upperBound) / 2 }
}
