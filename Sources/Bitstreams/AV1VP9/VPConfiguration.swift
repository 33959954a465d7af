package import MediaSupport

/// `VPCodecConfigurationBox`, the payload of a `vpcC` box of version 1 with its version and flags
/// ("VP Codec ISO Media File Format Binding" 1.0), for VP8 and VP9.
package struct VPConfiguration: Hashable, Sendable {
  /// `chromaSubsampling`.
  package enum ChromaSampling: UInt8, Sendable {
    /// 4:2:0 with chroma between lines, as in MPEG-2.
    case vertical420 = 0
    /// 4:2:0 with chroma on the top left luma sample.
    case colocated420 = 1
    case horizontal422 = 2
    case full444 = 3
  }

  package var profile: UInt8
  /// The level's number times ten; 0 is undefined.
  package var level: UInt8
  package var bitDepth: UInt8
  package var chromaSampling: ChromaSampling
  package var color: CodedColor

  /// Builds the record of a VP9 stream from a key frame.
  ///
  /// The bitstream has no primaries, transfer function and chroma location: a caller that knows them sets them.
  /// - Parameter framesPerSecond: the stream's frame rate, which determines the level; 0 if it is unknown.
  /// - Throws: `damagedMedia` when the frame is not a key frame of VP9; `unsupportedByContainer` for 4:4:0, for which
  ///   the record has no number.
  package init(vp9KeyFrame frame: [UInt8], framesPerSecond: Double) throws(MediaError) {
    let header = try VP9KeyFrameHeader(frame: frame)
    profile = header.profile
    level = VP9Level.lowest(width: header.width, height: header.height, framesPerSecond: framesPerSecond)
    bitDepth = header.bitDepth
    color = header.color
    switch (header.isSubsampledHorizontally, header.isSubsampledVertically) {
    case (true, true): chromaSampling = .colocated420
    case (true, false): chromaSampling = .horizontal422
    case (false, false): chromaSampling = .full444
    case (false, true):
      throw MediaError(.unsupportedByContainer, .writing, "a vpcC record cannot say that VP9 chroma is 4:4:0")
    }
  }

  /// The record of any VP8 stream: 8 bits, 4:2:0, BT.601, and no levels (RFC 6386).
  package static let vp8 = VPConfiguration(
    profile: 0, level: 0, bitDepth: 8, chromaSampling: .vertical420,
    color: CodedColor(primaries: 6, transfer: 6, matrix: 6))

  package init(profile: UInt8, level: UInt8, bitDepth: UInt8, chromaSampling: ChromaSampling, color: CodedColor) {
    self.profile = profile
    self.level = level
    self.bitDepth = bitDepth
    self.chromaSampling = chromaSampling
    self.color = color
  }

  /// Parses the payload of a `vpcC` box, which begins with its version and flags.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the vpcC record")
    guard try reader.uint8() == 1 else { throw reader.invalid("the version") }
    try reader.skip(24)
    profile = try reader.uint8()
    level = try reader.uint8()
    bitDepth = try reader.uint8(4)
    guard let sampling = ChromaSampling(rawValue: try reader.uint8(3)) else {
      throw reader.invalid("chromaSubsampling")
    }
    chromaSampling = sampling
    let isFullRange = try reader.bit()
    color = CodedColor(
      primaries: try reader.uint8(), transfer: try reader.uint8(), matrix: try reader.uint8(),
      isFullRange: isFullRange)
    // codecInitializationData, which the binding says must be empty.
    _ = try reader.bytes(try reader.int(16))
  }

  /// Returns the payload of the `vpcC` box, with version 1 and flags.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.append([1, 0, 0, 0, profile, level])
    writer.bits(bitDepth, 4)
    writer.bits(chromaSampling.rawValue, 3)
    writer.bit(color.isFullRange)
    writer.append([color.primaries, color.transfer, color.matrix, 0, 0])
    return writer.bytes
  }
}
