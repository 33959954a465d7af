/// The fields of a sequence parameter set that format descriptions and their configuration records need.
struct SequenceParameterSet {
  /// The size of the pictures to show.
  var width: Int
  var height: Int
  /// `chroma_format_idc`: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat: UInt8
  /// The number of bits above 8 in a luma and a chroma sample.
  var extraLumaDepth: UInt8 = 0
  var extraChromaDepth: UInt8 = 0

  /// Reads an H.264 set with its NAL unit header (H.264 7.3.2.1.1); `nil` for a broken one.
  init?(avc unit: some Collection<UInt8>) {
    var reader = RBSPReader(unit.dropFirst())
    guard unit.first.map({ $0 & 0x1F == 7 }) == true, let profile = reader.bits(8), reader.skip(16),
      reader.unsigned() != nil
    else { return nil }
    var chromaFormat: UInt32 = 1
    var separatePlanes = false
    var depths: (luma: UInt32, chroma: UInt32) = (0, 0)
    if Self.profilesWithChromaFormat.contains(profile) {
      guard let format = reader.unsigned(), format <= 3 else { return nil }
      chromaFormat = format
      if format == 3 {
        guard let flag = reader.flag() else { return nil }
        separatePlanes = flag
      }
      // Bit depths, the transform bypass, and the scaling matrix.
      guard let luma = reader.unsigned(), luma <= 6, let chroma = reader.unsigned(), chroma <= 6, reader.skip(1),
        let hasMatrix = reader.flag()
      else { return nil }
      depths = (luma, chroma)
      if hasMatrix {
        for index in 0..<(format == 3 ? 12 : 8) {
          guard let hasList = reader.flag(), !hasList || Self.skipScalingList(index < 6 ? 16 : 64, &reader) else {
            return nil
          }
        }
      }
    }
    guard reader.unsigned() != nil, let orderType = reader.unsigned() else { return nil }
    if orderType == 0 {
      guard reader.unsigned() != nil else { return nil }
    } else if orderType == 1 {
      guard reader.skip(1), reader.signed() != nil, reader.signed() != nil, let count = reader.unsigned(), count <= 255
      else { return nil }
      for _ in 0..<count where reader.signed() == nil { return nil }
    }
    guard reader.unsigned() != nil, reader.skip(1), let widthInMacroblocks = reader.unsigned(),
      let heightInMapUnits = reader.unsigned(), let framesOnly = reader.flag(), framesOnly || reader.skip(1),
      reader.skip(1), let isCropped = reader.flag()
    else { return nil }
    let fieldFactor = framesOnly ? 1 : 2
    let codedWidth = (Int(widthInMacroblocks) + 1) * 16
    let codedHeight = (Int(heightInMapUnits) + 1) * 16 * fieldFactor
    let isSubsampled = !separatePlanes
    let unitX = isSubsampled && (chromaFormat == 1 || chromaFormat == 2) ? 2 : 1
    let unitY = (isSubsampled && chromaFormat == 1 ? 2 : 1) * fieldFactor
    self.init(
      coded: (codedWidth, codedHeight), chromaFormat: chromaFormat, cropUnit: (unitX, unitY), isCropped: isCropped,
      reader: &reader)
    (extraLumaDepth, extraChromaDepth) = (UInt8(depths.luma), UInt8(depths.chroma))
  }

  /// Reads an H.265 set with its NAL unit header (H.265 7.3.2.2.1); `nil` for a broken one.
  init?(hevc unit: some Collection<UInt8>) {
    var reader = RBSPReader(unit.dropFirst(2))
    guard unit.first.map({ $0 >> 1 & 0x3F == 33 }) == true, reader.skip(4), let subLayers = reader.bits(3),
      reader.skip(1), Self.skipProfileTierLevel(subLayers: Int(subLayers), &reader), reader.unsigned() != nil,
      let chromaFormat = reader.unsigned(), chromaFormat <= 3, chromaFormat != 3 || reader.skip(1),
      let width = reader.unsigned(), let height = reader.unsigned(), let isCropped = reader.flag()
    else { return nil }
    self.init(
      coded: (Int(width), Int(height)), chromaFormat: chromaFormat,
      cropUnit: (chromaFormat == 1 || chromaFormat == 2 ? 2 : 1, chromaFormat == 1 ? 2 : 1), isCropped: isCropped,
      reader: &reader)
    guard let luma = reader.unsigned(), luma <= 8, let chroma = reader.unsigned(), chroma <= 8 else { return nil }
    (extraLumaDepth, extraChromaDepth) = (UInt8(luma), UInt8(chroma))
  }

  /// Reads the cropping offsets, which come in the order left, right, top and bottom in both standards, and subtracts
  /// them.
  private init?(
    coded: (Int, Int), chromaFormat: UInt32, cropUnit: (Int, Int), isCropped: Bool, reader: inout RBSPReader
  ) {
    (width, height) = coded
    self.chromaFormat = UInt8(chromaFormat)
    if isCropped {
      guard let left = reader.unsigned(), let right = reader.unsigned(), let top = reader.unsigned(),
        let bottom = reader.unsigned()
      else { return nil }
      width -= (Int(left) + Int(right)) * cropUnit.0
      height -= (Int(top) + Int(bottom)) * cropUnit.1
    }
    guard width > 0, height > 0, width <= Int(UInt16.max), height <= Int(UInt16.max) else { return nil }
  }

  /// The High profiles and those derived from them, whose sets say their chroma format.
  static let profilesWithChromaFormat: Set<UInt32> = [
    100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
  ]

  /// Skips a scaling list (H.264 7.3.2.1.1.1).
  private static func skipScalingList(_ count: Int, _ reader: inout RBSPReader) -> Bool {
    var last: Int32 = 8
    var next: Int32 = 8
    for _ in 0..<count {
      if next != 0 {
        guard let delta = reader.signed() else { return false }
        next = (last &+ delta) & 0xFF
      }
      last = next == 0 ? last : next
    }
    return true
  }

  /// Skips `profile_tier_level` (H.265 7.3.3): the general 88 bits and level, then flags, and the same fields of each
  /// sub-layer that has them.
  private static func skipProfileTierLevel(subLayers: Int, _ reader: inout RBSPReader) -> Bool {
    guard reader.skip(96) else { return false }
    if subLayers == 0 { return true }
    var bits = 0
    for _ in 0..<subLayers {
      guard let hasProfile = reader.flag(), let hasLevel = reader.flag() else { return false }
      bits += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
    }
    // The flags are padded to eight sub-layers.
    return reader.skip((8 - subLayers) * 2 + bits)
  }
}
