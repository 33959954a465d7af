/// Small records and beginnings of frames, as encoders wrote them (where a test needs a rarer form: by hand).
enum Samples {
  private static func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// 1280×720 High, by a writer that leaves the additional fields out.
  static let avcC = hex(
    "0164001fffe100196764001facd9404405be5f011000003e90000ea600f183196001000668ebe3cb22c0")
  static let h264SPS = Array(avcC[8..<33])
  static let h264PPS = Array(avcC[36..<42])
  /// The header of a slice of these sets that refreshes, by hand: intra alone, `slice_qp_delta` -3.
  static let h264Slice = hex("65888400ff")

  /// 3840×2160 Main by a hardware encoder: a VPS, an SPS and a PPS.
  static let hvcC = hex(
    """
    010160000000b0000000000096f000fcfdf8f800000b03a00001001a40010c06ffff016000000300b00000030000030096000015c090
    a100010025420106016000000300b000000300000300960000a001e020021c58815ee45954d404040402a2000100074401c02cbc14c9
    """)
  static let hevcSPS = Array(hvcC[59..<96])
  static let hevcPPS = Array(hvcC[101..<108])
  /// The header of a slice of these sets that refreshes, by hand: without sample offsets, `slice_qp_delta` 0.
  static let hevcSlice = hex("2601ace0ff")

  /// 10-bit Main with BT.2020 PQ colour.
  static let av1C = hex("81094c000a0e0000004aabbfc3776fe342440241")
  /// A temporal delimiter, the sequence header, padding and a frame without a size field.
  static let av1Units = hex("1200") + av1C[4...] + hex("7a02aabb30deadbeef")
  static let vpcC = hex("01000000001e800202020000")
  /// A key frame of 642×642 in profile 0.
  static let vp9Frame = hex("8249834200281028160c38241c186210")

  /// LC at 48 kHz, channel configuration 0, with a program config element for 5.1.
  static let programConfigASC = hex("118004c8050001088000")
  static let esds = hex(
    "0000000003808080220002000480808014401500000000030d400000000005808080021208068080800102")
  static let adts = hex("fff1504003dffcde0400006c69626661")

  static let ac3 = hex("0b770dd41c30e1dffdcdc924")
  static let eac3 = hex("0b7707cf0f87c400155bff30c30c30ff9d5f3e7cf9f3e7cf")
  /// 5.1 with one dependent substream that adds rear surrounds, and the object coding extension.
  static let dec3 = hex("1400200f02020110")

  static let dOps = hex("000201380000bb80000000")
  static let opusHead = hex("4f7075734865616401063801401f00000000010402000401020305")
  /// 24-bit stereo at 44.1 kHz.
  static let dfLa = hex("00000000 80000022 100010000000100060160ac4437000005622bddd75b3c03e05528cc71f65a0774828")
  /// The payload of an `alac` box: 24 bits, mono.
  static let alac = hex("00000000000010000018280a0e01000000003004001026600000ac44")

  /// MPEG-1 layer III, 64 kbit/s stereo at 48 kHz, with cleared side information.
  static let mp3 = hex("fffb5400") + [UInt8](repeating: 0, count: 32)
  /// A Xing frame of 117 frames with LAME's extension: 576 samples of delay, 576 of padding.
  static let xing =
    mp3 + hex("58696e670000000f00000075000095d0") + [UInt8](repeating: 7, count: 100)
    + hex("00000000 4c61766335382e3534 000000000000000000000000 240240 00000000000095d0dd757a1c")
}
