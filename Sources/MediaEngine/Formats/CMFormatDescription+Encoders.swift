import Bitstreams
import CoreAudioTypes
package import CoreMedia
package import MediaInterop
package import MediaSupport
package import MovieFile

/// The formats of the encoders' output.
extension CMFormatDescription {
  /// Makes a format of H.264 in samples with 4-byte lengths.
  ///
  /// - Parameters:
  ///   - sps: whole NAL units without lengths or start codes, as is `pps`.
  ///   - width: the width of the encoded picture, as `height` is its height; `cleanAperture` gives the part that is
  ///     shown.
  /// - Throws: `damagedMedia` for a parameter set that cannot be parsed.
  package convenience init(
    h264SPS sps: [UInt8], pps: [UInt8], width: Int, height: Int, color: ColorDescription, fieldOrder: FieldOrder,
    cleanAperture: CleanAperture?, pixelAspectRatio: Rational?, masteringDisplay: MasteringDisplay?,
    contentLightLevel: ContentLightLevel?
  ) throws {
    let record = try AVCConfiguration(sequenceParameterSets: [sps], pictureParameterSets: [pps])
    var description = VideoDescription("avc1", width: width, height: height)
    description.attributes.atoms = [OpaqueBox("avcC", record.serialized())]
    description.attributes.depth = VideoFields.colorDepth
    description.attributes.compressorName = "H.264"
    description.attributes.read(color)
    description.attributes.read(fieldOrder)
    description.attributes.cleanAperture = cleanAperture
    if let ratio = pixelAspectRatio, ratio.isPositive, ratio.numerator != ratio.denominator {
      description.attributes.pixelAspectRatio = PixelSpacing(
        horizontal: UInt32(ratio.numerator), vertical: UInt32(ratio.denominator))
    }
    description.attributes.masteringDisplay = masteringDisplay?.payload
    description.attributes.contentLightLevel = contentLightLevel?.payload
    self.init(copying: try description.formatDescription())
  }

  /// Makes a format of AAC from its AudioSpecificConfig.
  ///
  /// - Parameters:
  ///   - sampleRate: the rate of the decoded sound; the configuration's own wins where it states one.
  ///   - bitRate: the bit rate in bits a second; 0 where it is not known.
  /// - Throws: `damagedMedia` for a configuration that cannot be parsed.
  package convenience init(
    aacConfig: [UInt8], sampleRate: Int, layout: ChannelLayout, bitRate: Int
  ) throws {
    var description = SoundDescription(aac: try AudioSpecificConfig(parsing: aacConfig), bitRate: bitRate)
    if description.basic.mSampleRate == 0 { description.basic.mSampleRate = Double(sampleRate) }
    if description.basic.mChannelsPerFrame == 0 {
      description.basic.mChannelsPerFrame = UInt32(clamping: layout.count)
    }
    if description.layout == nil { description.setLayout(layout) }
    self.init(copying: try description.formatDescription())
  }

  /// Makes a format of MP3; `samplesPerPacket` is 1152, or 576 below 32 kHz.
  package convenience init(mp3SampleRate sampleRate: Int, channels: Int, samplesPerPacket: Int) throws {
    let description = SoundDescription(
      mpegLayer: 3, sampleRate: sampleRate, channels: channels, samplesPerPacket: samplesPerPacket)
    self.init(copying: try description.formatDescription())
  }

  /// Makes a format of interleaved linear PCM as it lies in a file. Samples of 8 bits are signed here; see `pcm:` for
  /// others.
  package convenience init(
    pcmBitDepth bitDepth: Int, isFloat: Bool, isBigEndian: Bool, sampleRate: Int, layout: ChannelLayout
  ) throws {
    try self.init(
      pcm: LinearPCM(bits: bitDepth, isFloat: isFloat, isBigEndian: isBigEndian), sampleRate: sampleRate,
      layout: layout)
  }

  package convenience init(pcm: LinearPCM, sampleRate: Int, layout: ChannelLayout) throws {
    var description = SoundDescription(pcm, sampleRate: Double(sampleRate), channels: layout.count)
    description.setLayout(layout)
    self.init(copying: try description.formatDescription())
  }

  /// Makes a format of decoded audio in memory: native byte order, unless the packing says another, without gaps between
  /// samples; planes make it non-interleaved.
  package convenience init(linearPCM format: AudioFormat, _ packing: PCMPacking = PCMPacking()) throws {
    let isFloat = format.sampleFormat == .f32 || format.sampleFormat == .f64
    let pcm = LinearPCM(
      bits: packing.bytesPerSample(of: format) * 8, isFloat: isFloat, isSigned: format.sampleFormat != .u8,
      isBigEndian: packing.isBigEndian)
    let layout = format.layout
    var description = SoundDescription(pcm, sampleRate: Double(format.sampleRate), channels: layout.count)
    description.setLayout(layout)
    if format.isPlanar {
      // With this flag, the numbers are those of one channel's buffer (Core Audio's rule).
      description.basic.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
      description.basic.mBytesPerFrame = UInt32(pcm.bytes)
      description.basic.mBytesPerPacket = UInt32(pcm.bytes)
    }
    self.init(copying: try description.formatDescription())
  }
}
