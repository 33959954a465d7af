/// The levels of VP9 ("VP9 Levels and Decoder Testing", webmproject.org/vp9/levels).
package enum VP9Level {
  /// A level's number times ten, the most luma samples in a second and in a picture, and the longest side of a picture.
  private struct Limits {
    var level: UInt8
    var rate: Int
    var size: Int
    var side: Int

    init(_ level: UInt8, rate: Int, size: Int, side: Int) {
      self.level = level
      self.rate = rate
      self.size = size
      self.side = side
    }
  }

  private static let table: [Limits] = [
    Limits(10, rate: 829_440, size: 36_864, side: 512),
    Limits(11, rate: 2_764_800, size: 73_728, side: 768),
    Limits(20, rate: 4_608_000, size: 122_880, side: 960),
    Limits(21, rate: 9_216_000, size: 245_760, side: 1344),
    Limits(30, rate: 20_736_000, size: 552_960, side: 2048),
    Limits(31, rate: 36_864_000, size: 983_040, side: 2752),
    Limits(40, rate: 83_558_400, size: 2_228_224, side: 4160),
    Limits(41, rate: 160_432_128, size: 2_228_224, side: 4160),
    Limits(50, rate: 311_951_360, size: 8_912_896, side: 8384),
    Limits(51, rate: 588_251_136, size: 8_912_896, side: 8384),
    Limits(52, rate: 1_176_502_272, size: 8_912_896, side: 8384),
    Limits(60, rate: 1_176_502_272, size: 35_651_584, side: 16_832),
    Limits(61, rate: 2_353_004_544, size: 35_651_584, side: 16_832),
    Limits(62, rate: 4_706_009_088, size: 35_651_584, side: 16_832),
  ]

  /// Returns the lowest level that allows pictures of this size at this rate; 0 (undefined in `vpcC`) if no level does.
  ///
  /// - Parameter framesPerSecond: the frame rate, or 0 if it is unknown. Only the size counts then.
  package static func lowest(width: Int, height: Int, framesPerSecond: Double) -> UInt8 {
    let size = Double(width) * Double(height)
    let rate = size * max(0, framesPerSecond)
    return table.first {
      rate <= Double($0.rate) && size <= Double($0.size) && max(width, height) <= $0.side
    }?.level ?? 0
  }
}
