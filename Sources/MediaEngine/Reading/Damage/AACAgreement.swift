import Bitstreams
import MediaSupport
import MovieFile

/// The configuration of plain AAC (LC) with one or two channels, if it agrees with the sample entry.
struct AACAgreement: CodingAgreement {
  private let channels: Int

  /// - Parameter statesChannels: a Boolean value that says whether the sample entry states the number of channels. In
  ///   ISO files it is two for any number (ISO/IEC 14496-14, 6.7.2), so the first packet is checked instead.
  /// - Returns: `nil` if they do not agree, and for other forms of AAC.
  init?(of extradata: [UInt8], in fields: AudioFields, statesChannels: Bool) {
    guard let rate = Int(exactly: fields.sampleRate) else { return nil }
    let stated = fields.channels == 2 && !statesChannels ? [2, 1] : [fields.channels]
    let channels = stated.first { count in
      (1...2).contains(count) && Self.isPlain(extradata, rate: rate, channels: count)
    }
    guard let channels else { return nil }
    self.channels = channels
  }

  private static func isPlain(_ extradata: [UInt8], rate: Int, channels: Int) -> Bool {
    let plain = try? AudioSpecificConfig(sampleRate: rate, channelConfiguration: UInt8(channels)).bytes
    guard let plain, extradata.starts(with: plain) else { return false }
    return [[], withoutReplication].contains(extradata.dropFirst(plain.count))
  }

  /// The extension of a configuration that states that there is no spectral band replication (ISO/IEC 14496-3,
  /// 1.6.2.1).
  private static let withoutReplication: ArraySlice<UInt8> = [0x56, 0xE5, 0x00]

  /// `single_channel_element` and `channel_pair_element` (ISO/IEC 14496-3, table 4.85).
  private static let (oneChannel, twoChannels) = (0, 1)
  private static let (streamElement, fillElement) = (4, 6)

  /// Returns whether a packet begins with sound of the configured number of channels.
  func holds(for packet: UnsafeRawBufferPointer) -> Bool {
    Self.element(of: packet) == (channels == 1 ? Self.oneChannel : Self.twoChannels)
  }

  /// Returns the first element of a packet that contains sound; `nil` if the packet ends before it.
  private static func element(of packet: UnsafeRawBufferPointer) -> Int? {
    var reader = BitReader(Array(packet), of: "the AAC packet")
    func skipped() throws(MediaError) -> Int {
      let element = try reader.int(3)
      switch element {
      case fillElement:
        let count = try reader.int(4)
        try reader.skip(8 * (count == 15 ? 14 + (try reader.int(8)) : count))
      case streamElement:
        try reader.skip(4)
        let isAligned = try reader.bit()
        let count = try reader.int(8)
        let bytes = count == 255 ? 255 + (try reader.int(8)) : count
        if isAligned { reader.align() }
        try reader.skip(8 * bytes)
      default: break
      }
      return element
    }
    while let element = try? skipped() {
      if ![fillElement, streamElement].contains(element) { return element }
    }
    return nil
  }
}
