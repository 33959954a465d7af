import MediaSupport

extension AC3SyncFrame {
  /// Reads `bsi()` of E-AC-3 after `bsid` (E.1.2.2). Only the channel map, the service's kind and object coding are
  /// kept.
  mutating func readEnhancedInformation(from reader: inout BitReader) throws(MediaError) {
    for _ in 0..<(audioCodingMode == 0 ? 2 : 1) {
      try reader.skip(5)  // dialnorm
      if try reader.bit() { try reader.skip(8) }  // compr
    }
    if kind == .dependent, try reader.bit() { channelMap = try reader.uint16() }
    if try reader.bit() { try skipMixing(in: &reader) }
    if try reader.bit() { try readInformation(from: &reader) }
    let hasAllBlocks = samplesPerFrame == 6 * 256
    if kind == .independent && !hasAllBlocks { try reader.skip(1) }  // convsync
    if kind == .converted {
      let hasSizeCode = hasAllBlocks ? true : try reader.bit()
      if hasSizeCode { try reader.skip(6) }
    }
    if try reader.bit() {  // addbsie
      let size = 1 + (try reader.int(6))
      // TS 103 420, 8.3: seven reserved bits, the flag, and the complexity.
      if size >= 2, try reader.uint8() & 1 == 1 { objectComplexity = try reader.uint8() }
    }
  }

  private var hasThreeFronts: Bool { audioCodingMode & 1 != 0 && audioCodingMode > 2 }
  private var hasSurround: Bool { audioCodingMode & 4 != 0 }
  private var isDualMono: Bool { audioCodingMode == 0 }

  /// Skips the fields after `mixmdate`.
  private func skipMixing(in reader: inout BitReader) throws(MediaError) {
    if audioCodingMode > 2 { try reader.skip(2) }  // dmixmod
    if hasThreeFronts { try reader.skip(6) }  // ltrtcmixlev, lorocmixlev
    if hasSurround { try reader.skip(6) }  // ltrtsurmixlev, lorosurmixlev
    if hasLowFrequency, try reader.bit() { try reader.skip(5) }  // lfemixlevcod
    guard kind == .independent else { return }
    for _ in 0..<(isDualMono ? 2 : 1) where try reader.bit() { try reader.skip(6) }  // pgmscl
    if try reader.bit() { try reader.skip(6) }  // extpgmscl
    switch try reader.int(2) {  // mixdef
    case 1: try reader.skip(5)
    case 2: try reader.skip(12)
    case 3: try reader.skip(8 * (2 + (try reader.int(5))))
    default: break
    }
    if audioCodingMode < 2 {
      for _ in 0..<(isDualMono ? 2 : 1) where try reader.bit() { try reader.skip(14) }  // panmean, paninfo
    }
    if try reader.bit() {  // frmmixcfginfoe
      let blocks = samplesPerFrame / 256
      if blocks == 1 {
        try reader.skip(5)
      } else {
        for _ in 0..<blocks where try reader.bit() { try reader.skip(5) }
      }
    }
  }

  /// Reads the fields after `infomdate`.
  private mutating func readInformation(from reader: inout BitReader) throws(MediaError) {
    bitstreamMode = try reader.uint8(3)
    try reader.skip(2)  // copyrightb, origbs
    if audioCodingMode == 2 { try reader.skip(4) }  // dsurmod, dheadphonmod
    if audioCodingMode >= 6 { try reader.skip(2) }  // dsurexmod
    for _ in 0..<(isDualMono ? 2 : 1) where try reader.bit() { try reader.skip(8) }  // mixlevel, roomtyp, adconvtyp
    if rateCode < 3 { try reader.skip(1) }  // sourcefscod
  }
}
