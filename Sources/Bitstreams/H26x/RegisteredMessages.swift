/// Messages in an encoded picture that ITU-T T.35 registers, each from its country code on.
package enum RegisteredMessages {
  /// `user_data_registered_itu_t_t35` (ITU-T H.264 and H.265, D.2.1).
  private static let payloadType = 4
  /// `METADATA_TYPE_ITUT_T35` (AV1, 6.7.1).
  private static let metadataType = 4

  /// Returns the messages in a sample of NAL units, each after its length.
  package static func all(
    in sample: UnsafeRawBufferPointer, codec: NALCodec, lengthSize: Int
  ) -> [ArraySlice<UInt8>] {
    SupplementalMessages(sample, codec: codec, lengthSize: lengthSize)[payloadType]
  }

  /// Returns the messages in a sample of AV1. The list is empty if the sample cannot be parsed.
  package static func all(inAV1 sample: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let units = try? AV1OBUs.all(in: sample) else { return [] }
    return units.filter { $0.kind == .metadata }.compactMap { unit in
      var reader = BitReader(sample[unit.payload], of: "the AV1 metadata")
      guard (try? reader.leb128()) == metadataType else { return nil }
      return sample[unit.payload].dropFirst(reader.position / 8)
    }
  }

  /// Returns a NAL unit that carries messages in front of a picture (H.264 and H.265, 7.3.2.3 and 7.3.5).
  package static func unit(of messages: [[UInt8]], codec: NALCodec) -> [UInt8] {
    var payload: [UInt8] = []
    for message in messages { payload += number(payloadType) + number(message.count) + message }
    // The stop bit.
    payload.append(0x80)
    return codec.supplementalHeader + EmulationPrevention.added(to: payload)
  }

  /// Returns a number as the bytes whose sum it is; all but the last are 255.
  private static func number(_ value: Int) -> [UInt8] {
    [UInt8](repeating: 0xFF, count: value / 255) + [UInt8(value % 255)]
  }
}

extension NALCodec {
  /// The header of supplemental enhancement information in front of a picture, of the base layer.
  fileprivate var supplementalHeader: [UInt8] {
    switch self {
    case .h264: [H264NALUnitType.supplementalEnhancement.rawValue]
    case .hevc: [HEVCNALUnitType.prefixSupplementalEnhancement.rawValue << 1, 1]
    }
  }
}
