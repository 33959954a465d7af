import CoreMedia
import MediaInterop
import MediaSupport

/// An encoder of sound that uses libavcodec.
final class LibraryAudioEncoder: PCMEncoder {
  private let encoder: AudioEncoder
  let formatDescription: CMFormatDescription
  private let describe: (AudioEncoder) throws -> CMFormatDescription

  /// - Parameter describe: returns the format of the opened encoder's output.
  init(_ settings: AudioEncoder.Settings, describe: @escaping (AudioEncoder) throws -> CMFormatDescription) throws {
    encoder = try AudioEncoder(settings)
    formatDescription = try describe(encoder)
    self.describe = describe
  }

  var inputFormat: AudioFormat { encoder.inputFormat }
  var timeBase: TimeBase { encoder.timeBase }
  var frameSize: Int { encoder.frameSize }
  var initialPadding: Int { encoder.initialPadding }
  var bitRate: Int { Int(clamping: encoder.parameters.bitRate) }
  var tagFrame: [UInt8]? { nil }
  var completedFormat: CMFormatDescription? {
    get throws {
      let completed = try describe(encoder)
      return CMFormatDescriptionEqual(completed, otherFormatDescription: formatDescription) ? nil : completed
    }
  }

  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws { try encoder.encode(audio, emit: emit) }
  func finish(emit: (Packet) throws -> Void) throws { try encoder.finish(emit: emit) }
}

extension CodecID {
  /// Returns the encoder's layout for these speakers: the same, or the one that has the surround pair at the back
  /// instead of the sides, or at the sides instead of the back.
  ///
  /// - Parameter isWanted: a Boolean value that says whether the speakers were asked for. If the encoder has no such
  ///   layout, wanted speakers are returned unchanged, and the encoder refuses them. A source's speakers are instead
  ///   mixed to the encoder's layout with as many channels.
  func encoderLayout(for layout: ChannelLayout, isWanted: Bool) -> ChannelLayout {
    let layouts = encoderLayouts
    let usual = ChannelLayout.default(count: layout.count)
    let wanted = layout.mask == 0 ? usual : layout
    if layouts.isEmpty || layouts.contains(wanted) { return wanted }
    // A single channel needs no mixing, whatever its speaker.
    if layout.count == 1 { return usual }
    let same = layouts.first { $0.withSurroundsAtBack == wanted.withSurroundsAtBack }
    if let same { return same }
    if isWanted { return wanted }
    return layouts.contains(usual) ? usual : layouts.first { $0.count == layout.count } ?? wanted
  }
}
