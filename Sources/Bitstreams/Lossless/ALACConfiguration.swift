package import MediaSupport

/// `ALACSpecificConfig`, the "magic cookie" of Apple Lossless (ALACMagicCookieDescription.txt), with or without the
/// boxes that enclose it.
package struct ALACConfiguration: Hashable, Sendable {
  /// The number of samples in a frame.
  package var frameLength: UInt32
  package var compatibleVersion: UInt8
  package var bitDepth: UInt8
  /// Rice coding's history multiplier, initial history and limit.
  package var riceTuning: [UInt8]
  package var channels: UInt8
  package var maximumRun: UInt16
  /// The size of the largest frame, in bytes; 0 if unknown.
  package var maximumFrameBytes: UInt32
  /// The average bit rate, in bits per second; 0 if unknown.
  package var averageBitRate: UInt32
  /// The sample rate, in hertz.
  package var sampleRate: UInt32
  /// An optional `ALACChannelLayoutInfo`, a 'chan' atom with its size and type.
  package var channelLayout: [UInt8]

  /// Parses a cookie: bare (24 bytes), as the payload of an `alac` box (after version and flags), as the whole box,
  /// or as the content of QuickTime's `wave` atom ('frma', then 'alac').
  package init(parsing data: [UInt8]) throws(MediaError) {
    var reader = BitReader(Self.bare(data), of: "the ALAC cookie")
    frameLength = try reader.uint32()
    compatibleVersion = try reader.uint8()
    bitDepth = try reader.uint8()
    riceTuning = try reader.bytes(3)
    channels = try reader.uint8()
    maximumRun = try reader.uint16()
    maximumFrameBytes = try reader.uint32()
    averageBitRate = try reader.uint32()
    sampleRate = try reader.uint32()
    guard channels > 0, sampleRate > 0, bitDepth <= 32 else { throw reader.invalid("a field") }
    // The layout is kept if it is complete. QuickTime's terminator atom (size 8, type 0) may be there instead.
    let rest = reader.remainingBytes()
    channelLayout =
      rest.count >= Self.layoutSize && Array(rest[4..<8]) == Self.chan ? Array(rest.prefix(Self.layoutSize)) : []
  }

  /// Returns the cookie alone: 24 bytes, or 48 with a channel layout.
  package func cookie() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(frameLength, 32)
    writer.append([compatibleVersion, bitDepth])
    writer.append(riceTuning)
    writer.bits(channels, 8)
    writer.bits(maximumRun, 16)
    writer.bits(maximumFrameBytes, 32)
    writer.bits(averageBitRate, 32)
    writer.bits(sampleRate, 32)
    writer.append(channelLayout)
    return writer.bytes
  }

  /// Returns the payload of the `alac` box: version 0, flags, and the cookie.
  package func serialized() -> [UInt8] { [0, 0, 0, 0] + cookie() }

  private static let cookieSize = 24
  private static let layoutSize = 24
  private static let alac = Array("alac".utf8)
  private static let frma = Array("frma".utf8)
  private static let chan = Array("chan".utf8)

  /// Returns the data without the boxes around the cookie.
  private static func bare(_ data: [UInt8]) -> ArraySlice<UInt8> {
    var rest = data[...]
    if rest.dropFirst(4).starts(with: frma) { rest = rest.dropFirst(12) }
    if rest.dropFirst(4).starts(with: alac) { return rest.dropFirst(12) }
    // A cookie begins with its frame length, which is never zero; a box's payload begins with version and flags, which
    // are zero.
    let isFullBox = rest.count >= cookieSize + 4 && rest.prefix(4).allSatisfy { $0 == 0 }
    return isFullBox ? rest.dropFirst(4) : rest
  }
}
