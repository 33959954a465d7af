import MediaSupport

/// The targets of a track that is encoded in several passes. A target that is `nil` is not set.
package struct PassTargets: Sendable, Equatable {
  /// The range for the bits of all pictures: a strict upper bound, and a wanted lower one.
  package var size: ClosedRange<Double>?
  /// The bit rate in bits a second, if `size` follows from the pictures' duration.
  package var bitRate: Double?
  /// The mean structural similarity of all pictures, within `ssimTolerance`.
  package var targetSSIM: Double?
  /// The least mean similarity of every segment.
  package var leastSSIM: Double?
  /// The receiver's buffer, which must never run empty while the stream is received.
  package var buffer: Buffer?

  /// The model of a receiver: the bits that arrive in a second, and the bits that its buffer holds.
  package struct Buffer: Sendable, Equatable {
    package var bitRate: Double
    package var size: Double
    /// The share of the buffer that is full when the first picture is removed; x264 assumes the same.
    package static let initialFullness = H264Options.ReceiverBuffer.usualFullness

    package init(bitRate: Double, size: Double) {
      self.bitRate = bitRate
      self.size = size
    }
  }

  /// The greatest distance of the mean from its target. Measurements of the decoded pictures differ from x264's own
  /// figures by some ten-thousandths, and the documentation promises 0.002.
  package static let ssimTolerance = 0.0015
  /// The share by which a size may be smaller than the wanted one.
  package static let sizeTolerance = 0.005
  /// The share that is allowed if the other one was not reached in a few passes.
  package static let lateSizeTolerance = 0.02

  package init() {}

  /// Makes the targets of a track's settings. It is `nil` if they contain no target that several passes could reach, or
  /// if the codec has no encoder for several passes.
  init?(_ encoding: VideoSettings) {
    guard encoding.codec == .h264 else { return nil }
    if case .averageBitRate(let rate)? = encoding.rateControl { bitRate = Double(rate) }
    (targetSSIM, leastSSIM) = (encoding.targetSSIM, encoding.leastSSIM)
    buffer = encoding.h264.receiverBuffer.map { Buffer(bitRate: Double($0.maximumBitRate), size: Double($0.size)) }
    if self == PassTargets() { return nil }
  }

  /// Returns the range for a size: at most a number of bits, and no fewer than the tolerance allows.
  package static func sizeRange(upTo bits: Double, tolerance: Double = sizeTolerance) -> ClosedRange<Double> {
    let bits = max(bits, 0)
    return bits * (1 - tolerance)...bits
  }
}

extension ClosedRange<Double> {
  /// The middle of the range, which is the aim.
  var middle: Double { (lowerBound + upperBound) / 2 }
}
