/// A forecast of a file's size before it is made: a pure value.
public struct SizeForecast: Sendable, Hashable {
  /// The basis of the forecast.
  public enum Basis: String, Sendable, Hashable {
    /// The source's tables, bit rates and sizes that were asked for.
    case settings
    /// Stretches of the output that were made.
    case trial
  }

  /// The least size, in bytes, or nil if it is not known.
  public var least: Int64?
  /// The greatest size, in bytes.
  public var most: Int64
  public var basis: Basis

  init(least: Double?, most: Double, basis: Basis) {
    self.least = least.map(Self.whole)
    self.most = Self.whole(most)
    self.basis = basis
  }

  /// Returns a whole number of bytes, at most as many as can be counted.
  private static func whole(_ bytes: Double) -> Int64 { Int64(max(0, min(bytes.rounded(), 9e18))) }

  /// Returns the forecast, replaced by the figures of a trial where settings do not determine the size: encoders use
  /// fewer bits than they may for simple pictures, and miss their bit rate in short films. A trial that made all of the
  /// output is exact.
  func merging(_ trial: SizeForecast?) -> SizeForecast {
    guard let trial else { return self }
    if trial.least == trial.most { return trial }
    guard let least, let other = trial.least, other < least else { return self }
    var merged = self
    (merged.least, merged.basis) = (other, .trial)
    return merged
  }
}

extension Plan {
  /// Returns a forecast of the output's size from the plan, or nil if its encoders decide.
  func sizeForecast(of source: SourceFacts) -> SizeForecast? {
    if let targetSize { return SizeForecast(least: nil, most: Double(targetSize.bytes), basis: .settings) }
    guard let seconds = seconds(of: source) else { return nil }
    var (least, most) = (0.0, 0.0)
    for track in tracks {
      guard let rates = track.bitRates(in: self) else { return nil }
      let length = track.seconds(of: self) ?? seconds
      least += rates.lowerBound * length / 8
      most += rates.upperBound * length / 8
    }
    return SizeForecast(
      least: fileSize(of: least, seconds: seconds) * (1 - Self.framingError),
      most: fileSize(of: most, seconds: seconds) * (1 + Self.framingError), basis: .settings)
  }

  /// A Boolean value that says whether the size is known to a few percent, whatever the encoders make of the source.
  var hasKnownSize: Bool { targetSize != nil || tracks.allSatisfy(\.hasConstantBitRate) }

  /// The error of the estimate of a container's tables, as a share of the file.
  private static let framingError = 0.01
}

extension TrackPlan {
  /// Returns the bit rates between which the track's mean will be, or nil if its encoder decides.
  func bitRates(in plan: Plan) -> ClosedRange<Double>? {
    if let bytes = pcmBytesPerSecond { return bytes * 8...bytes * 8 }
    switch action {
    // A movie's tables tell it of all samples. A part begins with the samples before it that it needs.
    case .copy:
      guard plan.part.isWhole, source.sampleCount != nil, let rate = source.bitsPerSecond else { return nil }
      return rate...rate
    case .encodeVideo(let encoding):
      guard case .averageBitRate(let rate)? = encoding.compression.rateControl else { return nil }
      return Double(rate.bitsPerSecond) * 0.9...Double(rate.bitsPerSecond) * 1.1
    case .encodeAudio(let encoding):
      guard case .lossy(let codec, let rate) = encoding.format else { return nil }
      let mean = Double(rate.bitsPerSecond)
      return codec.hasConstantBitRate ? mean...mean : mean * 0.7...mean * 1.1
    // Text has next to no bits.
    case .convertText: return 0...0
    }
  }

  fileprivate var hasConstantBitRate: Bool {
    if pcmBytesPerSecond != nil { return true }
    switch action {
    case .copy, .convertText: return true
    case .encodeVideo: return false
    case .encodeAudio(let encoding):
      guard case .lossy(let codec, _) = encoding.format else { return false }
      return codec.hasConstantBitRate
    }
  }
}

extension AudioEncoding.LossyCodec {
  /// A Boolean value that says whether all packets of the codec have the same number of bits. Encoders of other codecs
  /// save bits in quiet sound.
  fileprivate var hasConstantBitRate: Bool { [.mp3, .ac3, .eac3].contains(self) }
}
