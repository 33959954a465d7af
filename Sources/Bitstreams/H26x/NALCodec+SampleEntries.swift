import MediaSupport

/// The sample entries of movies whose samples are sequences of NAL units.
extension NALCodec {
  /// Makes the codec of a sample entry's code; `nil` for a code of another coding.
  package init?(sampleEntry code: UInt32) {
    guard let codec = Self.codecs[code] else { return nil }
    self = codec
  }

  /// The codecs by the codes of ISO 14496-15 (5.4.2 and 8.4.1), of Dolby Vision, which has one for each of these, and of
  /// Apple's HEVC with alpha.
  private static let codecs: [UInt32: NALCodec] = {
    var codecs: [UInt32: NALCodec] = [:]
    for code in ["avc1", "avc3", "dva1", "dvav"] { codecs[UInt32(fourCharacters: code.utf8)] = .h264 }
    for code in ["hvc1", "hev1", "dvh1", "dvhe", "muxa"] { codecs[UInt32(fourCharacters: code.utf8)] = .hevc }
    return codecs
  }()

  /// The code of the box of a sample entry that has the codec's parameter sets.
  package var recordType: UInt32 {
    switch self {
    case .h264: UInt32(fourCharacters: "avcC".utf8)
    case .hevc: UInt32(fourCharacters: "hvcC".utf8)
    }
  }
}
