import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

extension LibraryAudioEncoder {
  /// Makes an encoder of AAC-LC.
  convenience init(aac encoding: AudioSettings, source: AudioFormat, layout: ChannelLayout) throws {
    let rate = encoding.sampleRate ?? encoding.codec.sampleRate(nearest: source.sampleRate)
    var settings = AudioEncoder.Settings(codec: .aac, sampleRate: rate, layout: layout.usableByAAC)
    // The default is lowered to what a block of the rate can hold; a wanted rate is not.
    let usual = AudioSettings.defaultBitRatePerChannel * layout.count
    let bitRate = encoding.bitRate ?? min(usual, settings.possibleBitRates?.upperBound ?? usual)
    settings.bitRate = bitRate
    if encoding.channelMask == nil { settings.layout = Self.takenLayout(settings) }
    try self.init(settings) { encoder in
      try CMFormatDescription(
        aacConfig: encoder.parameters.extradata, sampleRate: rate, layout: encoder.inputFormat.layout,
        bitRate: bitRate)
    }
  }

  /// Returns the settings' layout, or the usual one of as many channels where the encoder refuses the speakers, as it
  /// does those overhead. It does not list what it takes.
  private static func takenLayout(_ settings: AudioEncoder.Settings) -> ChannelLayout {
    let usual = ChannelLayout.default(count: settings.layout.count)
    guard settings.layout != usual, usual.mask != 0, (try? AudioEncoder(settings)) == nil else {
      return settings.layout
    }
    return usual
  }

  /// The rates that an Opus stream can have been made from (RFC 6716, 2).
  private static let opusRates = [8000, 12000, 16000, 24000, 48000]

  /// Makes an encoder of Opus, which counts in 48 kHz whatever rate it was made from (RFC 7845, 4): its input has that
  /// rate.
  convenience init(opus encoding: AudioSettings, layout: ChannelLayout) throws {
    if let rate = encoding.sampleRate, !Self.opusRates.contains(rate) {
      throw MediaError(
        .unsupportedSettings, .encoding, "opus cannot have the sample rate \(rate) Hz; it can have 48000 Hz")
    }
    var settings = AudioEncoder.Settings(
      codec: .opus, sampleRate: Self.opusRates.last!,
      layout: CodecID.opus.encoderLayout(for: layout, isWanted: encoding.channelMask != nil))
    settings.bitRate = encoding.bitRate
    try self.init(settings) { encoder in
      var description = SoundDescription(opus: try OpusConfiguration(opusHead: encoder.parameters.extradata))
      description.setLayout(encoder.inputFormat.layout)
      return try description.formatDescription()
    }
  }

  /// Makes an encoder of Vorbis.
  convenience init(vorbis encoding: AudioSettings, source: AudioFormat, layout: ChannelLayout) throws {
    var settings = AudioEncoder.Settings(
      codec: .vorbis, sampleRate: encoding.sampleRate ?? source.sampleRate,
      layout: CodecID.vorbis.encoderLayout(for: layout, isWanted: encoding.channelMask != nil))
    settings.bitRate = encoding.bitRate
    try self.init(settings) { encoder in
      var description = SoundDescription(
        vorbis: encoder.parameters.extradata, sampleRate: settings.sampleRate, channels: settings.layout.count)
      description.setLayout(encoder.inputFormat.layout)
      return try description.formatDescription()
    }
  }

  /// Makes an encoder of AC-3 or Enhanced AC-3.
  convenience init(_ codec: CodecID, _ encoding: AudioSettings, source: AudioFormat, layout: ChannelLayout) throws {
    let rate = encoding.sampleRate ?? encoding.codec.sampleRate(nearest: source.sampleRate)
    var settings = AudioEncoder.Settings(
      codec: codec, sampleRate: rate,
      layout: codec.encoderLayout(for: layout, isWanted: encoding.channelMask != nil))
    settings.bitRate = encoding.bitRate
    try self.init(settings) { _ in
      let frame = try Self.silentFrame(settings)
      let description =
        codec == .ac3
        ? SoundDescription(ac3: try AC3Configuration(sample: frame), sampleRate: Double(rate))
        : SoundDescription(eac3: try EAC3Configuration(sample: frame), sampleRate: Double(rate))
      return try description.formatDescription()
    }
  }

  /// Returns a frame of silence with the stream's settings. The head of each frame has everything that describes such a
  /// stream, and the description is needed before the first frame.
  private static func silentFrame(_ settings: AudioEncoder.Settings) throws -> [UInt8] {
    let encoder = try AudioEncoder(settings)
    var frame: [UInt8] = []
    try encoder.encode(.silence(encoder.inputFormat, count: encoder.frameSize)) { frame = [UInt8]($0.bytes) }
    try encoder.finish { if frame.isEmpty { frame = [UInt8]($0.bytes) } }
    return frame
  }
}
