public import CoreGraphics

/// The kind of media.
public typealias CMMediaType = FourCharCode

public let kCMMediaType_Video: CMMediaType = 0x76696465  // 'vide'
public let kCMMediaType_Audio: CMMediaType = 0x736f756e  // 'soun'
public let kCMMediaType_Muxed: CMMediaType = 0x6d757878  // 'muxx'
public let kCMMediaType_Text: CMMediaType = 0x74657874  // 'text'
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636c6370  // 'clcp'
public let kCMMediaType_Subtitle: CMMediaType = 0x7362746c  // 'sbtl'
public let kCMMediaType_TimeCode: CMMediaType = 0x746d6364  // 'tmcd'
public let kCMMediaType_Metadata: CMMediaType = 0x6d657461  // 'meta'
public let kCMMediaType_TaggedBufferGroup: CMMediaType = 0x74626772  // 'tbgr'
public let kCMMediaType_AuxiliaryPicture: CMMediaType = 0x61757876  // 'auxv'

extension CMFormatDescription {
  /// The kind of media.
  public struct MediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: FourCharCode
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }

    public static let audio = MediaType(rawValue: 0x736f756e)  // 'soun'
    public static let closedCaption = MediaType(rawValue: 0x636c6370)  // 'clcp'
    public static let metadata = MediaType(rawValue: 0x6d657461)  // 'meta'
    public static let muxed = MediaType(rawValue: 0x6d757878)  // 'muxx'
    public static let subtitle = MediaType(rawValue: 0x7362746c)  // 'sbtl'
    public static let taggedBufferGroup = MediaType(rawValue: 0x74626772)  // 'tbgr'
    public static let text = MediaType(rawValue: 0x74657874)  // 'text'
    public static let timeCode = MediaType(rawValue: 0x746d6364)  // 'tmcd'
    public static let video = MediaType(rawValue: 0x76696465)  // 'vide'
  }
}
