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
    // The default bit rate is limited to what a block can hold at this sample rate; a rate that was asked for is not.
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

  /// Returns the settings' layout, or the usual one with as many channels if the encoder refuses the layout, as it does
  /// with overhead speakers. The encoder does not list the layouts that it accepts, so it is opened as a test.
  private static func takenLayout(_ settings: AudioEncoder.Settings) -> ChannelLayout {
    let usual = ChannelLayout.default(count: settings.layout.count)
    guard settings.layout != usual, usual.mask != 0, (try? AudioEncoder(settings)) == nil else {
      return settings.layout
    }
    return usual
  }

  /// The sample rates that the input of an Opus stream can have (RFC 6716, 2).
  private static let opusRates = [8000, 12000, 16000, 24000, 48000]

  /// Makes an encoder of Opus. Its input has 48 kHz, in which Opus counts whatever the original rate was (RFC 7845, 4).
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

  /// Returns an encoded frame of silence with the stream's settings. The header of each frame has everything that
  /// describes the stream, and the description is needed before the first real frame.
  private static func silentFrame(_ settings: AudioEncoder.Settings) throws -> [UInt8] {
    let encoder = try AudioEncoder(settings)
    var frame: [UInt8] = []
    try encoder.encode(.silence(encoder.inputFormat, count: encoder.frameSize)) { frame = [UInt8]($0.bytes) }
    try encoder.finish { if frame.isEmpty { frame = [UInt8]($0.bytes) } }
    return frame
  }
}
