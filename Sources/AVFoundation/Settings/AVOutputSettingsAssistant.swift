import AVFAudio
import CoreAudioTypes
public import CoreMedia
public import Foundation

/// Settings for a writer and its inputs for the name of a preset, adapted to what is known about the source.
///
/// An assistant is for one thread at a time. Its properties cannot be observed.
///
/// Apple does not document the qualities and bit rates of its presets. Here both are the encoder's defaults.
public final class AVOutputSettingsAssistant: NSObject {
  /// The export presets whose names state a codec and a size: for each there is an assistant.
  private static let forms = ExportPreset.all.filter(\.statesSize)

  /// The presets of which an assistant can be made.
  public static func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
    forms.map(AVOutputSettingsPreset.init)
  }

  private let form: ExportPreset

  /// An assistant for a preset, or `nil` for one that is not available.
  public init?(preset presetIdentifier: AVOutputSettingsPreset) {
    guard let form = Self.forms.first(where: { AVOutputSettingsPreset($0) == presetIdentifier }) else { return nil }
    self.form = form
  }

  /// The type of the file to write.
  public var outputFileType: AVFileType { .mov }

  // MARK: What is known of the source

  /// The format of the source's sound, or `nil` if it is not known.
  ///
  /// The input that is made with `audioSettings` then takes it as its format hint.
  public var sourceAudioFormat: CMAudioFormatDescription?

  /// The format of the source's pictures, or `nil` if it is not known.
  ///
  /// The input that is made with `videoSettings` then takes it as its format hint.
  public var sourceVideoFormat: CMVideoFormatDescription?

  /// The average duration of the source's pictures; 1/30 s until it is set.
  ///
  /// Stops the process for a time that is not numeric and above 0.
  public var sourceVideoAverageFrameDuration = CMTime(value: 1, timescale: 30) {
    didSet { require(sourceVideoAverageFrameDuration, "sourceVideoAverageFrameDuration") }
  }

  /// The duration of the source's shortest picture; 1/30 s until it is set.
  ///
  /// No setting depends on it here: the encoders find the level that the pictures need.
  ///
  /// Stops the process for a time that is not numeric and above 0.
  public var sourceVideoMinFrameDuration = CMTime(value: 1, timescale: 30) {
    didSet { require(sourceVideoMinFrameDuration, "sourceVideoMinFrameDuration") }
  }

  private func require(_ duration: CMTime, _ name: String) {
    if duration.isNumeric, duration > .zero { return }
    raise(.invalidArgument, "\(name) must be a numeric time above 0")
  }

  // MARK: Settings

  /// Settings for an input of sound: AAC in one or two channels, at the source's sample rate up to 48 kHz.
  ///
  /// If the source is not known, they ask for two channels at 44.1 kHz.
  public var audioSettings: [String: Any]? {
    let source = sourceAudioFormat?.audioStreamBasicDescription
    let rate = source.map(\.mSampleRate).flatMap { $0 > 0 ? min($0, Self.highestSampleRate) : nil }
    let channels = source.map(\.mChannelsPerFrame).flatMap { $0 > 0 ? min($0, 2) : nil }
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate ?? 44_100.0, AVNumberOfChannelsKey: Int(channels ?? 2),
    ]
  }

  private static let highestSampleRate = 48_000.0

  /// Settings for an input of pictures: the preset's codec, and the largest size that keeps the source's shape, fits
  /// into the preset's, upright or turned, and is not larger than the source.
  ///
  /// If the source is not known, they ask for the preset's size.
  public var videoSettings: [String: Any]? {
    guard case .encoded(let codec?, _) = form.media else { return nil }
    let (width, height) = size
    var compression: [String: Any] = [AVVideoExpectedSourceFrameRateKey: 1 / sourceVideoAverageFrameDuration.seconds]
    if codec == .h264 { compression[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel }
    return [
      AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height,
      AVVideoCompressionPropertiesKey: compression,
    ]
  }

  private var size: (width: Int, height: Int) {
    guard let box = form.box else { return (0, 0) }
    let source = sourceVideoFormat.map(CMVideoFormatDescriptionGetDimensions)
    guard let source, source.width > 0, source.height > 0 else { return (box.longer, box.shorter) }
    return box.fitting(width: Double(source.width), height: Double(source.height))
  }
}

extension AVOutputSettingsPreset {
  /// The preset of the same codec and size as an export preset.
  fileprivate init(_ preset: ExportPreset) { self.init(rawValue: "AVOutputSettingsPreset" + preset.suffix) }
}
