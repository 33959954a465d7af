import CoreAudioTypes
import CoreGraphics
import CoreMedia
import CoreVideo
import Testing

/// Where a decoder of H.264 or HEVC forgets earlier pictures: parts of a track are joined there.
@Suite struct CodedSequenceTests {
  private static func bytes(_ hex: String) -> Data {
    let digits = Array(hex)
    return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! })
  }

  private static func code(_ text: String) -> CMFormatDescription.MediaSubType {
    CMFormatDescription.MediaSubType(rawValue: text.utf8.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// A description of H.264 with the code of a sample entry.
  private func advanced(_ code: String) throws -> CMFormatDescription {
    let sets = ["6764000dacd941519e226c0440000003004000000c83c50a6580", "68ebe3cb22c0"].map(Self.bytes)
    return try #require(try CMFormatDescription(h264ParameterSets: sets).recoded(as: Self.code(code)))
  }

  /// A description of HEVC with the code of a sample entry.
  private func highEfficiency(_ code: String) throws -> CMFormatDescription {
    let sets = [
      "40010c01ffff02200000030090000003000003003c959809",
      "42010102200000030090000003000003003ca00a480c1d48d96566924caf016808000003000800000300c840", "4401c172b46240",
    ].map(Self.bytes)
    return try #require(try CMFormatDescription(hevcParameterSets: sets).recoded(as: Self.code(code)))
  }

  /// A sample of one NAL unit.
  private func sample(_ unit: [UInt8], _ format: CMFormatDescription) throws -> CMSampleBuffer {
    let bytes = [0, 0, 0, UInt8(unit.count)] + unit
    let data = try CMBlockBuffer(length: bytes.count, flags: .assureMemoryNow)
    try bytes.withUnsafeBytes { try data.replaceDataBytes(with: $0) }
    return CMSampleBuffer(dataBuffer: data, format: format, timing: .invalid)
  }

  private func setCount(_ format: CMFormatDescription, ofHEVC: Bool) -> Int? {
    var count = 0
    let status =
      ofHEVC
      ? CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
        format, parameterSetIndex: 0, parameterSetPointerOut: nil, parameterSetSizeOut: nil,
        parameterSetCountOut: &count, nalUnitHeaderLengthOut: nil)
      : CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        format, parameterSetIndex: 0, parameterSetPointerOut: nil, parameterSetSizeOut: nil,
        parameterSetCountOut: &count, nalUnitHeaderLengthOut: nil)
    return status == 0 ? count : nil
  }

  @Test(arguments: ["avc1", "avc3", "dva1", "dvav"])
  func `H.264 begins anew at instantaneous refreshes, whatever its code`(code: String) throws {
    let format = try advanced(code)
    let (refresh, other) = (try sample([0x65, 0x88], format), try sample([0x41, 0x9a], format))
    #expect(format.startsAnew(refresh) && !format.startsAnew(other))
    #expect(format.endingSequence(other) == nil && format.breakingLink(other) == nil)
    #expect(format.pictureSequence?.width == 322)
    #expect(setCount(format, ofHEVC: false) == 2 && setCount(format, ofHEVC: true) == nil)
  }

  @Test(arguments: ["hvc1", "hev1", "dvh1", "dvhe"])
  func `HEVC begins anew at all random-access points, whatever its code`(code: String) throws {
    let format = try highEfficiency(code)
    let (refresh, open) = (try sample([0x26, 0x01, 0xaf], format), try sample([0x2a, 0x01, 0xaf], format))
    let other = try sample([0x02, 0x01, 0xd0], format)
    #expect(format.startsAnew(refresh) && format.startsAnew(open) && !format.startsAnew(other))
    let broken = try #require(try format.breakingLink(open)?.dataBuffer?.dataBytes())
    #expect(broken == Data([0, 0, 0, 3, 0x20, 0x01, 0xaf]) && format.breakingLink(refresh) == nil)
    let ended = try #require(try format.endingSequence(other)?.dataBuffer?.dataBytes())
    #expect(ended == Data([0, 0, 0, 3, 0x02, 0x01, 0xd0, 0, 0, 0, 2, 0x48, 0x01]))
    #expect(format.pictureSequence == nil)
    #expect(setCount(format, ofHEVC: true) == 3 && setCount(format, ofHEVC: false) == nil)
  }
}
