/// Dynamic metadata of SMPTE ST 2094-40, which pictures carry beside mastering display and content light. It says how
/// each scene is to be shown on a screen with less light.
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
  /// Reads it from a sample of NAL units, each after its length; `nil` if the sample has no such message.
  package init?(_ sample: UnsafeRawBufferPointer, codec: NALCodec, lengthSize: Int) {
    let messages = SupplementalMessages(sample, codec: codec, lengthSize: lengthSize)
    guard let found = messages[Self.registeredData].lazy.compactMap({ HDR10Plus(message: $0) }).first else {
      return nil
    }
    self = found
  }

  /// Reads it from a sample of AV1; `nil` if no metadata is of this kind, or if the sample cannot be parsed.
  package init?(av1 sample: [UInt8]) {
    guard let units = try? AV1OBUs.all(in: sample) else { return nil }
    for unit in units where unit.kind == .metadata {
      var reader = BitReader(sample[unit.payload], of: "the AV1 metadata")
      guard (try? reader.leb128()) == Self.registeredMetadata else { continue }
      if let found = HDR10Plus(message: sample[unit.payload].dropFirst(reader.position / 8)) {
        self = found
        return
      }
    }
    return nil
  }

  /// The type `METADATA_TYPE_ITUT_T35` (AV1, 6.7.1).
  private static let registeredMetadata = 4
  /// The type `user_data_registered_itu_t_t35` (ITU-T H.265 and H.264, D.2.1).
  private static let registeredData = 4
}
