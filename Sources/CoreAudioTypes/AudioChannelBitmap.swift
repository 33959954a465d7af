/// A set of loudspeakers; the low 18 bits are those of WAVEFORMATEXTENSIBLE's channel mask.
public struct AudioChannelBitmap: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let bit_Left = AudioChannelBitmap(rawValue: 1 << 0)
  public static let bit_Right = AudioChannelBitmap(rawValue: 1 << 1)
  public static let bit_Center = AudioChannelBitmap(rawValue: 1 << 2)
  public static let bit_LFEScreen = AudioChannelBitmap(rawValue: 1 << 3)
  public static let bit_LeftSurround = AudioChannelBitmap(rawValue: 1 << 4)
  public static let bit_RightSurround = AudioChannelBitmap(rawValue: 1 << 5)
  public static let bit_LeftCenter = AudioChannelBitmap(rawValue: 1 << 6)
  public static let bit_RightCenter = AudioChannelBitmap(rawValue: 1 << 7)
  public static let bit_CenterSurround = AudioChannelBitmap(rawValue: 1 << 8)
  public static let bit_LeftSurroundDirect = AudioChannelBitmap(rawValue: 1 << 9)
  public static let bit_RightSurroundDirect = AudioChannelBitmap(rawValue: 1 << 10)
  public static let bit_TopCenterSurround = AudioChannelBitmap(rawValue: 1 << 11)
  public static let bit_VerticalHeightLeft = AudioChannelBitmap(rawValue: 1 << 12)
  public static let bit_VerticalHeightCenter = AudioChannelBitmap(rawValue: 1 << 13)
  public static let bit_VerticalHeightRight = AudioChannelBitmap(rawValue: 1 << 14)
  public static let bit_TopBackLeft = AudioChannelBitmap(rawValue: 1 << 15)
  public static let bit_TopBackCenter = AudioChannelBitmap(rawValue: 1 << 16)
  public static let bit_TopBackRight = AudioChannelBitmap(rawValue: 1 << 17)
  public static let bit_LeftTopFront = bit_VerticalHeightLeft
  public static let bit_CenterTopFront = bit_VerticalHeightCenter
  public static let bit_RightTopFront = bit_VerticalHeightRight
  public static let bit_LeftTopMiddle = AudioChannelBitmap(rawValue: 1 << 21)
  public static let bit_CenterTopMiddle = bit_TopCenterSurround
  public static let bit_RightTopMiddle = AudioChannelBitmap(rawValue: 1 << 23)
  public static let bit_LeftTopRear = AudioChannelBitmap(rawValue: 1 << 24)
  public static let bit_CenterTopRear = AudioChannelBitmap(rawValue: 1 << 25)
  public static let bit_RightTopRear = AudioChannelBitmap(rawValue: 1 << 26)
}
