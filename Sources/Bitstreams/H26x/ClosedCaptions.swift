/// Closed captions in a picture: `cc_data( )` of ATSC A/53 part 4 (6.2.3), whose units of three bytes hold the captions
/// of CEA-608 and CEA-708.
package enum ClosedCaptions {
  /// The beginning of a message: the country (United States), the provider (ATSC), the kind of data (`ATSC1_data( )`),
  /// and its type (`MPEG_cc_data( )`).
  private static let prefix: [UInt8] = [0xB5, 0x00, 0x31] + identifier
  private static let identifier: [UInt8] = Array("GA94".utf8) + [0x03]

  private static let unitSize = 3
  /// `cc_count` has five bits.
  private static let mostUnits = 31
  /// The reserved bit and `process_cc_data_flag` in the byte of the count.
  private static let flags: UInt8 = 0xC0
  private static let processes: UInt8 = 0x40
  /// The byte before the units, which is reserved, and the byte of marker bits after them.
  private static let filled: UInt8 = 0xFF

  /// Returns messages that hold units of captions. There are several messages where one cannot hold all units.
  ///
  /// - Parameter units: the units, of three bytes each; one or two bytes that are left over are ignored.
  package static func messages(of units: [UInt8]) -> [[UInt8]] {
    let count = units.count / unitSize
    return stride(from: 0, to: count, by: mostUnits).map { start in
      let end = min(start + mostUnits, count)
      var message = prefix
      message += [flags | UInt8(end - start), filled]
      message += units[(start * unitSize)..<(end * unitSize)]
      message.append(filled)
      return message
    }
  }

  /// Returns whether a message that ITU-T T.35 registers holds closed captions.
  package static func areIn(message: some Collection<UInt8>) -> Bool {
    guard message.starts(with: prefix), let head = message.dropFirst(prefix.count).first else { return false }
    return head & processes != 0 && head & UInt8(mostUnits) > 0
  }

  /// Returns whether a sample of MPEG-2 holds closed captions, in the user data of a picture.
  package static func areIn(mpegVideo sample: UnsafeRawBufferPointer) -> Bool {
    var rest = sample[...]
    while let place = startCode(of: userData, in: rest) {
      rest = sample[place...]
      guard rest.starts(with: identifier), let head = rest.dropFirst(identifier.count).first else { continue }
      if head & processes != 0, head & UInt8(mostUnits) > 0 { return true }
    }
    return false
  }

  /// `user_data_start_code` (ISO 13818-2, table 6-1).
  private static let userData: UInt8 = 0xB2

  /// Returns the offset after the next start code of a kind: `00 00 01`, then the byte of the kind.
  private static func startCode(of code: UInt8, in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (bytes.startIndex..<bytes.endIndex - 3).first {
      bytes[$0 + 2] == 1 && bytes[$0 + 3] == code && bytes[$0] == 0 && bytes[$0 + 1] == 0
    }
    .map { $0 + 4 }
  }
}
