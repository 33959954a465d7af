internal import CoreAudioTypes
internal import CoreMedia
internal import Foundation
internal import MediaEngine
internal import MediaSupport

/// The container, the encoding and the formats that the settings of a new sound file ask for.
struct AudioFileSettings {
  let container: ContainerFormat
  let encoding: AudioSettings
  /// The format of the sound in the file, and the one that is written from.
  let fileFormat: AVAudioFormat
  let processingFormat: AVAudioFormat
  /// The format of the encoder's packets.
  let codedFormat: CMFormatDescription

  /// - Throws: `MediaError(.unsupportedSettings)` naming the key or the setting, `.unsupportedByContainer`.
  init(_ values: [String: Any], for url: URL, commonFormat: AVAudioCommonFormat, interleaved: Bool) throws {
    do {
      let settings = try Self.settings(values, for: url)
      container = settings.container
      processingFormat = try Self.processingFormat(settings.values, commonFormat, interleaved)
      encoding = try AudioOutputSettings(settings.values, hint: processingFormat.formatDescription).encoding
    } catch let problem as SettingsProblem {
      throw MediaError(.unsupportedSettings, .opening, problem.reason, path: url.path)
    }
    let encoder = try Self.encoder(encoding, processingFormat, url)
    if let reason = container.refusal(of: encoder.format) {
      throw MediaError(.unsupportedByContainer, .opening, reason, path: url.path)
    }
    fileFormat = Self.fileFormat(encoder, processingFormat)
    codedFormat = encoder.format
  }

  /// Returns the container, and the settings without the keys that are for files alone, with the parts of linear PCM
  /// that they leave open filled in.
  private static func settings(
    _ values: [String: Any], for url: URL
  ) throws -> (container: ContainerFormat, values: [String: Any]) {
    var settings = SettingsDictionary(values)
    let type = try settings.integer(AVAudioFileTypeKey).flatMap { AudioFileTypeID(exactly: $0) }
    let found =
      type.map { ContainerFormat(audioFileType: $0) } ?? ContainerFormat(soundFileExtension: url.pathExtension)
    guard let container = found else {
      throw MediaError(
        .unsupportedByContainer, .opening,
        "\(url.lastPathComponent) does not have the extension of a sound file that can be written, such as wav, aiff, "
          + "caf, m4a, mp3 or flac", path: url.path)
    }
    var values = values
    // Neither is a setting of an encoder.
    values[AVAudioFileTypeKey] = nil
    values[AVSampleRateConverterAudioQualityKey] = nil
    guard try settings.integer(AVFormatIDKey) == Int(kAudioFormatLinearPCM) else { return (container, values) }
    let isFloat = try settings.boolean(AVLinearPCMIsFloatKey) ?? false
    let defaults: [String: Any] = [
      AVLinearPCMIsFloatKey: isFloat, AVLinearPCMBitDepthKey: isFloat ? 32 : 16,
      AVLinearPCMIsBigEndianKey: container.rules.hasBigEndianPCM,
    ]
    values.merge(defaults) { given, _ in given }
    // In every file the samples of a frame are interleaved, whatever their layout in memory.
    values[AVLinearPCMIsNonInterleaved] = false
    return (container, values)
  }

  private static func processingFormat(
    _ values: [String: Any], _ commonFormat: AVAudioCommonFormat, _ isInterleaved: Bool
  ) throws -> AVAudioFormat {
    var settings = SettingsDictionary(values)
    guard let rate = try settings.number(AVSampleRateKey), rate > 0 else {
      throw SettingsProblem.misuse("the settings of a sound file must contain \(AVSampleRateKey)")
    }
    let layout = try settings.data(AVChannelLayoutKey).flatMap { AVAudioChannelLayout(data: $0) }
    let channels = try settings.positiveInteger(AVNumberOfChannelsKey) ?? layout.map { Int($0.channelCount) }
    guard let channels = channels.flatMap({ UInt32(exactly: $0) }) else {
      throw SettingsProblem.misuse("the settings of a sound file must contain \(AVNumberOfChannelsKey)")
    }
    let format = AVAudioFormat(
      checking: AudioStreamBasicDescription(
        commonFormat, sampleRate: rate, channels: channels, isInterleaved: isInterleaved),
      channelLayout: channels > 2 ? layout.map { $0.inDecodedOrder } : layout)
    guard let format else {
      throw SettingsProblem.misuse("more than two channels need \(AVChannelLayoutKey), with as many channels")
    }
    return format
  }

  /// Makes an encoder as the file will have it.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a rate or channels that no encoder takes, and
  ///   `.unsupportedByContainer` for what the codec's own encoder refuses: no file can have such sound.
  private static func encoder(
    _ encoding: AudioSettings, _ processing: AVAudioFormat, _ url: URL
  ) throws -> SoundEncoder {
    guard let form = PCMConverter.Form(processing) else {
      throw MediaError(
        .unsupportedSettings, .opening, "the settings of a sound file have a rate or channels that are not encoded",
        path: url.path)
    }
    let speakers = processing.channelLayout.flatMap { ChannelLayout($0.managed) }
    do {
      return try SoundEncoder(encoding, source: form, layout: speakers ?? .default(count: form.channelCount))
    } catch let error as MediaError {
      throw MediaError(.unsupportedByContainer, .opening, error.message, path: url.path)
    }
  }

  private static func fileFormat(_ encoder: SoundEncoder, _ processing: AVAudioFormat) -> AVAudioFormat {
    // An encoder may have a pair of surrounds in another place.
    let layout =
      processing.channelCount > 2 ? AVAudioChannelLayout(encoder.layout.managedLayout) : processing.channelLayout
    return AVAudioFormat(
      AudioStreamBasicDescription(
        encoder.encoding, sampleRate: processing.sampleRate, channels: processing.channelCount),
      channelLayout: layout)
  }
}

extension AudioStreamBasicDescription {
  /// The description of sound in an encoding.
  init(_ encoding: AudioSettings, sampleRate: Double, channels: UInt32) {
    func coded(_ format: AudioFormatID) -> AudioStreamBasicDescription {
      AudioStreamBasicDescription(format, sampleRate: sampleRate, channels: channels)
    }
    switch encoding.codec {
    case .aac: self = coded(kAudioFormatMPEG4AAC)
    case .mp3: self = coded(kAudioFormatMPEGLayer3)
    case .opus: self = coded(kAudioFormatOpus)
    case .vorbis: self = coded(kAudioFormatVorbis)
    case .ac3: self = coded(kAudioFormatAC3)
    case .enhancedAC3: self = coded(kAudioFormatEnhancedAC3)
    case .appleLossless: self = coded(kAudioFormatAppleLossless)
    case .flac: self = coded(kAudioFormatFLAC)
    case .pcm(let pcm):
      var flags: AudioFormatFlags = pcm.isBigEndian ? kAudioFormatFlagIsBigEndian : 0
      if pcm.isFloat {
        flags |= kAudioFormatFlagIsFloat
      } else if pcm.isSigned {
        flags |= kAudioFormatFlagIsSignedInteger
      }
      self.init(sampleRate: sampleRate, sampleSize: UInt32(pcm.bitDepth / 8), channels: channels, flags: flags)
    }
  }
}

extension AVAudioChannelLayout {
  /// The same speakers in the order in which sound is decoded and encoded.
  fileprivate var inDecodedOrder: AVAudioChannelLayout {
    ChannelLayout(managed).map { AVAudioChannelLayout($0.managedLayout) } ?? self
  }
}
