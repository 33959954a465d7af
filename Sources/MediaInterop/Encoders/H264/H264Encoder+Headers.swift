internal import CX264
import MediaSupport

extension H264Encoder {
  /// One NAL unit of the stream's headers, with the four bytes of length that x264 writes before it.
  struct HeaderUnit {
    var type: nal_unit_type_e
    var framed: [UInt8]
  }

  /// Returns the parameter sets and the version SEI, which is x264's record of its settings.
  static func headers(of encoder: OpaquePointer, _ log: X264Log) throws -> [HeaderUnit] {
    var units: UnsafeMutablePointer<x264_nal_t>?
    var count: Int32 = 0
    guard x264_encoder_headers(encoder, &units, &count) >= 0, let units else {
      throw MediaError(.encodingFailed, .encoding, "x264 gives no headers", libraryMessage: log.lastLine)
    }
    return UnsafeBufferPointer(start: units, count: Int(count)).map { unit in
      HeaderUnit(
        type: nal_unit_type_e(rawValue: UInt32(unit.i_type)),
        framed: Array(UnsafeBufferPointer(start: unit.p_payload, count: Int(unit.i_payload))))
    }
  }
}

extension [H264Encoder.HeaderUnit] {
  /// Returns the first unit of this type, without its length.
  func payload(of type: nal_unit_type_e) -> [UInt8] {
    guard let unit = first(where: { $0.type == type }) else { return [] }
    return [UInt8](unit.framed.dropFirst(4))
  }
}
