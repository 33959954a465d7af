/// The text in which an encoder describes itself in its pictures: x264 and x265 write their version and their settings
/// as unregistered user data (ITU-T H.264, D.2.7; ITU-T H.265, D.3.7).
package struct EncoderStatement: Hashable, Sendable {
  package let text: String

  /// Reads a message of user data; `nil` for a message that is not text.
  init?(message: ArraySlice<UInt8>) {
    let words = message.dropFirst(Self.identifierSize).prefix { $0 != 0 }
    guard words.count >= Self.leastLength, words.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
    text = String(decoding: words, as: UTF8.self)
  }

  /// Reads a sample of NAL units, each after its length; `nil` where none of its messages is a statement.
  package init?(_ sample: UnsafeRawBufferPointer, codec: NALCodec, lengthSize: Int) {
    self.init(SupplementalMessages(sample, codec: codec, lengthSize: lengthSize))
  }

  /// Reads whole NAL units, as a configuration has them; `nil` where none of their messages is a statement.
  package init?(units: [[UInt8]], codec: NALCodec) {
    self.init(SupplementalMessages(units: units, codec: codec))
  }

  private init?(_ messages: SupplementalMessages) {
    guard let found = messages[Self.unregisteredData].lazy.compactMap({ EncoderStatement(message: $0) }).first else {
      return nil
    }
    self = found
  }

  /// `user_data_unregistered`
  private static let unregisteredData = 5
  /// The number of bytes of the UUID that names the owner of the data (ISO/IEC 11578).
  private static let identifierSize = 16
  /// The length of the shortest statement. Shorter texts are other data that happens to be printable.
  private static let leastLength = 8
}
