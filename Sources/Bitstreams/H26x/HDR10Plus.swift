/// Dynamic metadata of SMPTE ST 2094-40, which pictures carry in addition to mastering display and content light. The
/// metadata says how to show each scene on a screen with less light.
package struct HDR10Plus: Hashable, Sendable {
  /// `application_version`.
  package let version: UInt8

  /// Reads a message that is registered with ITU-T T.35; `nil` for another provider's message.
  package init?(message: some Collection<UInt8>) {
    guard message.starts(with: Self.provider), let version = message.dropFirst(Self.provider.count).first else {
      return nil
    }
    self.version = version
  }

  /// The country (United States), the terminal provider (Samsung), its code for these messages, and the application (ST
  /// 2094-40, 4).
  private static let provider: [UInt8] = [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04]
}

extension HDR10Plus {
  /// Reads the metadata from a sample of NAL units, each after its length; `nil` if the sample has no such message.
  package init?(_ sample: UnsafeRawBufferPointer, codec: NALCodec, lengthSize: Int) {
    self.init(among: RegisteredMessages.all(in: sample, codec: codec, lengthSize: lengthSize))
  }

  /// Reads the metadata from a sample of AV1; `nil` if no metadata is of this kind, or if the sample cannot be parsed.
  package init?(av1 sample: [UInt8]) { self.init(among: RegisteredMessages.all(inAV1: sample)) }

  private init?(among messages: [ArraySlice<UInt8>]) {
    guard let found = messages.lazy.compactMap({ HDR10Plus(message: $0) }).first else { return nil }
    self = found
  }
}
