package import MediaSupport

/// The header of an MPEG audio frame (ISO/IEC 11172-3 2.4.1.3, ISO/IEC 13818-3 2.4.1.3, and MPEG-2.5).
package struct MPEGAudioHeader: Hashable, Sendable {
  package enum Version: Sendable {
    case mpeg1, mpeg2, mpeg25

    /// Creates the version whose frames have a sample rate in hertz, or the nearest one.
    package init(sampleRate: Int) {
      self = sampleRate >= 32000 ? .mpeg1 : sampleRate >= 16000 ? .mpeg2 : .mpeg25
    }

    /// Returns the bit rates that a layer's header has an index for, in bits per second, without free format.
    package func bitRates(layer: Int) -> [Int] { kilobits(layer).dropFirst().map { $0 * 1000 } }

    /// Returns the number of bytes of side information after a layer III header (2.4.1.7).
    func sideInformationSize(channels: Int) -> Int {
      switch (self, channels) {
      case (.mpeg1, 1): 17
      case (.mpeg1, _): 32
      case (_, 1): 9
      default: 17
      }
    }

    /// `bitrate_index` in kbit/s (11172-3 2.4.2.3, 13818-3 2.4.2.3); 0 is free format.
    fileprivate func kilobits(_ layer: Int) -> [Int] {
      switch (self, layer) {
      case (.mpeg1, 1): [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
      case (.mpeg1, 2): [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
      case (.mpeg1, _): [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      case (_, 1): [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
      default: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
      }
    }
  }

  /// The number of bytes of a header, without its checksum.
  package static let size = 4

  package var version: Version
  /// The layer: 1, 2 or 3.
  package var layer: Int
  /// The bit rate, in bits per second; 0 for "free format", whose headers do not state the size of a frame.
  package var bitRate: Int
  package var sampleRate: Int
  package var channels: Int
  package var hasChecksum: Bool
  package var samplesPerFrame: Int
  /// The size of the whole frame, in bytes; `nil` for free format.
  package var frameSize: Int?

  /// The object type in an `esds` box.
  package var objectType: ElementaryStreamDescriptor.ObjectType { version == .mpeg1 ? .mpeg1Audio : .mpeg2Audio }

  /// The number of bytes of side information after a layer III header (2.4.1.7).
  var sideInformationSize: Int { version.sideInformationSize(channels: channels) }

  /// The index of the header's byte that holds the channel mode.
  package static let modeIndex = 3

  /// Returns whether the byte at `modeIndex` states one channel.
  package static func isMono(_ mode: UInt8) -> Bool { mode >> 6 == 3 }

  /// Parses the header at the start of `frame`.
  package init(frame: [UInt8]) throws(MediaError) {
    var reader = BitReader(frame, of: "the MPEG audio header")
    let fields = Fields(bits: try reader.uint32())
    if let name = fields.reserved { throw reader.invalid(name) }
    self.init(fields)
  }

  /// Parses the header at the start of `bytes`; `nil` if they are not a header. The function allocates no memory,
  /// because it is called for many positions during a search for headers.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.size else { return nil }
    let fields = Fields(bits: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    guard fields.reserved == nil else { return nil }
    self.init(fields)
  }

  /// The fields of a header as numbers.
  private struct Fields {
    let bits: UInt32

    func field(_ place: Int, _ count: Int) -> Int { Int(bits >> UInt32(32 - place - count)) & (1 << count - 1) }

    var version: Int { field(11, 2) }
    var layer: Int { 4 - field(13, 2) }
    var hasChecksum: Bool { field(15, 1) == 0 }
    var bitRateIndex: Int { field(16, 4) }
    var rateIndex: Int { field(20, 2) }
    var isPadded: Bool { field(22, 1) == 1 }
    var mode: Int { field(24, 2) }

    /// The name of the first field with a reserved value; `nil` if the header is valid.
    var reserved: String? {
      if field(0, 11) != 0x7ff { return "syncword" }
      if version == 1 { return "ID" }
      if layer > 3 { return "layer" }
      if bitRateIndex == 15 { return "bitrate_index" }
      return rateIndex == 3 ? "sampling_frequency" : nil
    }
  }

  /// - Parameter fields: the fields, none of which has a reserved value.
  private init(_ fields: Fields) {
    version = fields.version == 0 ? .mpeg25 : fields.version == 2 ? .mpeg2 : .mpeg1
    layer = fields.layer
    hasChecksum = fields.hasChecksum
    channels = fields.mode == 3 ? 1 : 2

    let divisor = version == .mpeg1 ? 1 : version == .mpeg2 ? 2 : 4
    sampleRate = [44_100, 48_000, 32_000][fields.rateIndex] / divisor
    bitRate = 1000 * version.kilobits(layer)[fields.bitRateIndex]
    samplesPerFrame = layer == 1 ? 384 : layer == 3 && version != .mpeg1 ? 576 : 1152
    // Layer I counts in slots of 4 bytes, the others in bytes (2.4.3.1).
    let slot = layer == 1 ? 4 : 1
    let slots = samplesPerFrame / 8 / slot * bitRate / sampleRate + (fields.isPadded ? 1 : 0)
    frameSize = bitRate == 0 ? nil : slots * slot
  }
}
