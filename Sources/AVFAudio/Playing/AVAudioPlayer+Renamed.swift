public import Foundation

/// The names of older documentation.
extension AVAudioPlayer {
  /// The former name of `init(contentsOf:)`.
  @available(*, deprecated, renamed: "init(contentsOf:)")
  public convenience init(contentsOfURL url: URL) throws { try self.init(contentsOf: url) }

  /// The former name of `init(contentsOf:fileTypeHint:)`.
  @available(*, deprecated, renamed: "init(contentsOf:fileTypeHint:)")
  public convenience init(contentsOfURL url: URL, fileTypeHint utiString: String?) throws {
    try self.init(contentsOf: url, fileTypeHint: utiString)
  }

  /// The former name of `play(atTime:)`.
  @available(*, deprecated, renamed: "play(atTime:)")
  @discardableResult
  public func playAtTime(_ time: TimeInterval) -> Bool { play(atTime: time) }

  /// The former name of `isPlaying`.
  @available(*, deprecated, renamed: "isPlaying")
  public var playing: Bool { isPlaying }

  /// The former name of `isMeteringEnabled`.
  @available(*, deprecated, renamed: "isMeteringEnabled")
  public var meteringEnabled: Bool {
    get { isMeteringEnabled }
    set { isMeteringEnabled = newValue }
  }

  /// The former name of `averagePower(forChannel:)`.
  @available(*, deprecated, renamed: "averagePower(forChannel:)")
  public func averagePowerForChannel(_ channelNumber: Int) -> Float { averagePower(forChannel: channelNumber) }

  /// The former name of `peakPower(forChannel:)`.
  @available(*, deprecated, renamed: "peakPower(forChannel:)")
  public func peakPowerForChannel(_ channelNumber: Int) -> Float { peakPower(forChannel: channelNumber) }
}
