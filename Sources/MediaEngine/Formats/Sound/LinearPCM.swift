package import CoreAudioTypes
import MediaInterop
import MediaSupport
package import MovieFile

/// The form of a sample of linear PCM, in whole bytes.
package struct LinearPCM: Hashable, Sendable {
  /// The number of bits that are significant.
  package var bits: Int
  /// The number of bytes that a sample takes.
  package var bytes: Int
  package var isFloat: Bool
  /// A Boolean value that says whether integers are signed; unsigned samples have silence in the middle of their range.
  package var isSigned: Bool
  package var isBigEndian: Bool
  /// A Boolean value that says whether the significant bits are the high ones, where they do not fill the bytes.
  package var isAlignedHigh = false

  /// Makes the form of samples in as few bytes as possible. If the bits do not fill the bytes, they are the high ones,
  /// which is the default (RIFF, "Data Format of the Samples"; AIFF, "Sample Points and Sample Frames").
  package init(bits: Int, isFloat: Bool = false, isSigned: Bool = true, isBigEndian: Bool) {
    self.bits = bits
    bytes = (bits + 7) / 8
    self.isFloat = isFloat
    self.isSigned = isSigned || isFloat
    self.isBigEndian = isBigEndian && bytes > 1
    isAlignedHigh = !isPacked
  }

  /// A Boolean value that says whether the bits fill the bytes.
  package var isPacked: Bool { bits == bytes * 8 }
}

/// Core Audio's description.
extension LinearPCM {
  /// Makes the form that a description states; `nil` for a format that is no linear PCM, has a buffer for each channel,
  /// or has sizes that contradict each other.
  package init?(_ format: AudioStreamBasicDescription) {
    if format.isNonInterleavedPCM { return nil }
    self.init(samplesOf: format)
  }

  /// Makes the form of a description's samples, whether their channels are interleaved or not; `nil` for a format that
  /// is no linear PCM, or has sizes that contradict each other.
  init?(samplesOf format: AudioStreamBasicDescription) {
    let flags = format.mFormatFlags
    let bits = Int(format.mBitsPerChannel)
    // Core Audio states the sizes of one channel if the channels are not interleaved.
    let channels = format.isNonInterleavedPCM ? 1 : Int(format.mChannelsPerFrame)
    guard format.mFormatID == kAudioFormatLinearPCM, channels > 0, (1...Self.longestSample).contains(bits),
      Int(format.mBytesPerFrame) % channels == 0
    else { return nil }
    let isBigEndian = flags & kAudioFormatFlagIsBigEndian != 0
    self.init(
      bits: bits, isFloat: flags & kAudioFormatFlagIsFloat != 0,
      isSigned: flags & kAudioFormatFlagIsSignedInteger != 0, isBigEndian: isBigEndian)
    if format.mBytesPerFrame > 0 { bytes = Int(format.mBytesPerFrame) / channels }
    guard bytes * 8 >= bits, bytes * 8 <= Self.longestSample else { return nil }
    self.isBigEndian = isBigEndian && bytes > 1
    isAlignedHigh = flags & kAudioFormatFlagIsAlignedHigh != 0 && !isPacked
  }

  /// The greatest number of bits of a sample, with those that are not significant: that of the longest integer and
  /// floating-point sample.
  private static let longestSample = 64

  /// The flags of Core Audio: `kAudioFormatFlag…`.
  package var flags: AudioFormatFlags {
    var flags: AudioFormatFlags = 0
    if isFloat { flags |= kAudioFormatFlagIsFloat }
    if isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
    if isSigned && !isFloat { flags |= kAudioFormatFlagIsSignedInteger }
    if isPacked { flags |= kAudioFormatFlagIsPacked }
    if isAlignedHigh && !isPacked { flags |= kAudioFormatFlagIsAlignedHigh }
    return flags
  }

  /// Returns the description of a number of channels at a rate.
  package func basicDescription(sampleRate: Double, channels: Int) -> AudioStreamBasicDescription {
    let size = UInt32(clamping: bytes * channels)
    return AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: size,
      mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: UInt32(clamping: channels),
      mBitsPerChannel: UInt32(clamping: bits), mReserved: 0)
  }
}

/// libavcodec's codings.
extension LinearPCM {
  /// Makes the form that a codec's name states; `nil` for a codec that is no interleaved linear PCM.
  ///
  /// The names are systematic: "pcm_", the type, the bits, and the byte order where there are several bytes. Read that
  /// way, forms that a later library adds are known too.
  package init?(codecName name: String) {
    // Most codecs are others, and a pattern takes longer to match than all else that is asked of a track.
    guard name.hasPrefix("pcm_"), let match = name.wholeMatch(of: /pcm_([suf])(\d+)(le|be)?/), let bits = Int(match.2),
      (1...Self.longestSample).contains(bits)
    else { return nil }
    // Floating-point codecs of 16 and 24 bits are those of an old editor, with another range of values and 4 bytes a
    // sample.
    if match.1 == "f", ![32, 64].contains(bits) { return nil }
    self.init(bits: bits, isFloat: match.1 == "f", isSigned: match.1 == "s", isBigEndian: match.3 == "be")
  }

  /// Makes the form of a container's stream: that of its coding, in the number of bytes that the container states. If
  /// the bits do not fill the bytes, they are the high ones; see `init(bits:)`.
  init?(_ parameters: CodecParameters) {
    self.init(codecName: parameters.codec.name)
    let (stated, channels) = (parameters.bitsPerCodedSample, parameters.layout.count)
    // The byte order of a coding of one byte is not known.
    guard !isFloat, bytes > 1, stated > 0, channels > 0, parameters.blockAlign % channels == 0 else { return }
    let size = parameters.blockAlign / channels
    guard size > (stated + 7) / 8, size * 8 <= Self.longestSample else { return }
    (bits, bytes) = (stated, size)
    isAlignedHigh = true
  }

  /// The coding whose decoder reads these samples; `nil` if the library has none.
  ///
  /// Decoders treat all bits of a sample as significant, so bits that do not fill the bytes must be the high ones;
  /// others must be raised first (`RaisedSamples`).
  var codec: CodecID? {
    guard isPacked || !isFloat else { return nil }
    let order = bytes == 1 ? "" : isBigEndian ? "be" : "le"
    return CodecID(name: "pcm_\(isFloat ? "f" : isSigned ? "s" : "u")\(bytes * 8)\(order)")
  }
}

/// QuickTime's codes (QuickTime File Format, "Sound sample description", and technical note TN2091).
extension LinearPCM {
  /// The code of a version 0 description for 8 and 16 bits, which every reader knows; `lpcm` of version 2 for the
  /// rest.
  package var quickTimeFormat: FourCC? {
    switch (bits, isPacked, isFloat, isSigned) {
    case (8, true, false, false): "raw "
    case (8, true, false, true): "twos"
    case (16, true, false, true): isBigEndian ? "twos" : "sowt"
    default: "lpcm"
    }
  }

  /// Makes the form that a QuickTime or ISO sample entry states; `nil` for an entry of another coding.
  package init?(_ entry: SampleEntry) {
    guard case .audio(let fields) = entry.fields else { return nil }
    // `enda` reverses the byte order of codes that are big-endian by default.
    let isTurned = entry.payload(of: "enda").map { $0.last == 1 } ?? false
    // Descriptions of version 1 and 2 may state 16 bits for any form, so the code decides.
    let stated = (1...Self.longestSample).contains(fields.bitsPerSample) ? fields.bitsPerSample : 16
    switch entry.format.description {
    case "raw ", "NONE", "\\x00\\x00\\x00\\x00":
      self.init(bits: stated > 8 ? 16 : 8, isSigned: stated > 8, isBigEndian: true)
    case "twos": self.init(bits: stated, isBigEndian: true)
    case "sowt": self.init(bits: stated, isBigEndian: false)
    case "in24": self.init(bits: 24, isBigEndian: !isTurned)
    case "in32": self.init(bits: 32, isBigEndian: !isTurned)
    case "fl32": self.init(bits: 32, isFloat: true, isBigEndian: !isTurned)
    case "fl64": self.init(bits: 64, isFloat: true, isBigEndian: !isTurned)
    case "lpcm" where fields.version == .two: self.init(versionTwo: fields, bits: stated)
    case "lpcm": self.init(bits: stated, isBigEndian: false)
    case "ipcm", "fpcm":
      guard let record = entry.payload(of: "pcmC"), record.count >= 6 else { return nil }
      let bits = Int(record[5])
      guard [16, 24, 32, 64].contains(bits) else { return nil }
      self.init(bits: bits, isFloat: entry.format == "fpcm", isBigEndian: record[4] & 1 == 0)
    default: return nil
    }
  }

  private init?(versionTwo fields: AudioFields, bits: Int) {
    var format = AudioStreamBasicDescription()
    format.mFormatID = kAudioFormatLinearPCM
    format.mFormatFlags = fields.formatFlags
    format.mBitsPerChannel = UInt32(bits)
    format.mChannelsPerFrame = UInt32(clamping: fields.channels)
    format.mBytesPerFrame = UInt32(clamping: fields.bytesPerPacket)
    self.init(format)
  }
}

/// The forms of other containers.
extension LinearPCM {
  /// The sample entry's format and `pcmC` box of ISO 23003-5: signed integers of 16, 24 and 32 bits, floats of 32 and
  /// 64; `nil` for other forms.
  package var isoConfiguration: (format: FourCC, record: [UInt8])? {
    guard isPacked, isFloat ? [32, 64].contains(bits) : isSigned && [16, 24, 32].contains(bits) else { return nil }
    // Version and flags, format_flags (1: little-endian), PCM_sample_size.
    return (isFloat ? "fpcm" : "ipcm", [0, 0, 0, 0, isBigEndian ? 0 : 1, UInt8(bits)])
  }

  /// A Boolean value that says whether RIFF has this form, as WAVE_FORMAT_PCM or WAVE_FORMAT_IEEE_FLOAT: little-endian,
  /// 8 bits unsigned, more bits signed.
  package var isWave: Bool {
    guard isPacked, !isBigEndian else { return false }
    if isFloat { return bits == 32 || bits == 64 }
    return bits == 8 ? !isSigned : isSigned && [16, 24, 32].contains(bits)
  }
}

extension LinearPCM: CustomStringConvertible {
  /// The form in words: "16-bit little-endian linear PCM".
  package var description: String {
    let order = bytes == 1 ? "" : isBigEndian ? "big-endian " : "little-endian "
    let kind = isFloat ? "floating-point " : isSigned ? "" : "unsigned "
    let room = isPacked ? "" : " in samples of \(bytes) bytes"
    return "\(bits)-bit \(order)\(kind)linear PCM\(room)"
  }
}
