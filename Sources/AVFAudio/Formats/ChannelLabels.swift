internal import CoreAudioTypes

/// The table of layout tags and of the channels that each names, in their order.
enum ChannelLabels {
  /// Returns the tag of these channels in this order, or `nil` if there is none. If two tags have the same channels, it
  /// is the lower one.
  static func tag(for labels: [AudioChannelLabel]) -> AudioChannelLayoutTag? {
    tags.first { $0.labels == labels }?.tag
  }

  /// Returns the roles of a layout's channels, in their order. It is `nil` where they are unknown.
  static func labels(of layout: ManagedAudioChannelLayout) -> [AudioChannelLabel]? {
    switch layout.tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions: layout.channelDescriptions.map(\.mChannelLabel)
    case kAudioChannelLayoutTag_UseChannelBitmap:
      // Labels 1 to 18 are the bits 0 to 17.
      (0..<18).filter { layout.channelBitmap.rawValue & 1 << $0 != 0 }.map { AudioChannelLabel($0 + 1) }
    default: tags.first { $0.tag == layout.tag }?.labels
    }
  }

  private static let left = kAudioChannelLabel_Left
  private static let right = kAudioChannelLabel_Right
  private static let centre = kAudioChannelLabel_Center
  private static let lfe = kAudioChannelLabel_LFEScreen
  /// The pairs of speakers, left before right.
  private static let front = [left, right]
  private static let surround = [kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RightSurround]
  private static let rear = [kAudioChannelLabel_RearSurroundLeft, kAudioChannelLabel_RearSurroundRight]
  private static let middle = [kAudioChannelLabel_LeftCenter, kAudioChannelLabel_RightCenter]
  private static let wide = [kAudioChannelLabel_LeftWide, kAudioChannelLabel_RightWide]
  private static let back = kAudioChannelLabel_CenterSurround

  private static let tags: [(tag: AudioChannelLayoutTag, labels: [AudioChannelLabel])] = two + three + five + seven

  private static let two: [(tag: AudioChannelLayoutTag, labels: [AudioChannelLabel])] = [
    (kAudioChannelLayoutTag_Mono, [kAudioChannelLabel_Mono]),
    (kAudioChannelLayoutTag_Stereo, front),
    (
      kAudioChannelLayoutTag_StereoHeadphones,
      [kAudioChannelLabel_HeadphonesLeft, kAudioChannelLabel_HeadphonesRight]
    ),
    (kAudioChannelLayoutTag_MatrixStereo, [kAudioChannelLabel_LeftTotal, kAudioChannelLabel_RightTotal]),
    (kAudioChannelLayoutTag_AC3_1_0_1, [centre, lfe]),
  ]

  private static let three: [(tag: AudioChannelLayoutTag, labels: [AudioChannelLabel])] = [
    (kAudioChannelLayoutTag_MPEG_3_0_A, front + [centre]),
    (kAudioChannelLayoutTag_MPEG_3_0_B, [centre] + front),
    (kAudioChannelLayoutTag_ITU_2_1, front + [back]),
    (kAudioChannelLayoutTag_DVD_4, front + [lfe]),
    (kAudioChannelLayoutTag_AC3_3_0, [left, centre, right]),
    (kAudioChannelLayoutTag_Quadraphonic, front + surround),
    (kAudioChannelLayoutTag_MPEG_4_0_A, front + [centre, back]),
    (kAudioChannelLayoutTag_MPEG_4_0_B, [centre] + front + [back]),
    (kAudioChannelLayoutTag_DVD_5, front + [lfe, back]),
    (kAudioChannelLayoutTag_DVD_10, front + [centre, lfe]),
    (kAudioChannelLayoutTag_AC3_3_1, [left, centre, right, back]),
    (kAudioChannelLayoutTag_AC3_3_0_1, [left, centre, right, lfe]),
    (kAudioChannelLayoutTag_AC3_2_1_1, front + [back, lfe]),
    (kAudioChannelLayoutTag_WAVE_4_0_B, front + rear),
  ]

  private static let five: [(tag: AudioChannelLayoutTag, labels: [AudioChannelLabel])] = [
    (kAudioChannelLayoutTag_Pentagonal, front + surround + [centre]),
    (kAudioChannelLayoutTag_MPEG_5_0_A, front + [centre] + surround),
    (kAudioChannelLayoutTag_MPEG_5_0_C, [left, centre, right] + surround),
    (kAudioChannelLayoutTag_MPEG_5_0_D, [centre] + front + surround),
    (kAudioChannelLayoutTag_DVD_6, front + [lfe] + surround),
    (kAudioChannelLayoutTag_DVD_11, front + [centre, lfe, back]),
    (kAudioChannelLayoutTag_DVD_18, front + surround + [lfe]),
    (kAudioChannelLayoutTag_AC3_3_1_1, [left, centre, right, back, lfe]),
    (kAudioChannelLayoutTag_WAVE_5_0_B, front + [centre] + rear),
    (kAudioChannelLayoutTag_Hexagonal, front + surround + [centre, back]),
    (kAudioChannelLayoutTag_MPEG_5_1_A, front + [centre, lfe] + surround),
    (kAudioChannelLayoutTag_MPEG_5_1_B, front + surround + [centre, lfe]),
    (kAudioChannelLayoutTag_MPEG_5_1_C, [left, centre, right] + surround + [lfe]),
    (kAudioChannelLayoutTag_MPEG_5_1_D, [centre] + front + surround + [lfe]),
    (kAudioChannelLayoutTag_AAC_6_0, [centre] + front + surround + [back]),
    (kAudioChannelLayoutTag_EAC_6_0_A, [left, centre, right] + surround + [back]),
    (kAudioChannelLayoutTag_WAVE_5_1_B, front + [centre, lfe] + rear),
  ]

  private static let seven: [(tag: AudioChannelLayoutTag, labels: [AudioChannelLabel])] = [
    (kAudioChannelLayoutTag_MPEG_6_1_A, front + [centre, lfe] + surround + [back]),
    (kAudioChannelLayoutTag_AudioUnit_7_0, front + surround + [centre] + rear),
    (kAudioChannelLayoutTag_AudioUnit_7_0_Front, front + surround + [centre] + middle),
    (kAudioChannelLayoutTag_AAC_6_1, [centre] + front + surround + [back, lfe]),
    (kAudioChannelLayoutTag_AAC_7_0, [centre] + front + surround + rear),
    (kAudioChannelLayoutTag_EAC_7_0_A, [left, centre, right] + surround + rear),
    (kAudioChannelLayoutTag_EAC3_6_1_A, [left, centre, right] + surround + [lfe, back]),
    (kAudioChannelLayoutTag_WAVE_6_1, front + [centre, lfe, back] + surround),
    (kAudioChannelLayoutTag_Octagonal, front + surround + [centre, back] + wide),
    (kAudioChannelLayoutTag_MPEG_7_1_A, front + [centre, lfe] + surround + middle),
    (kAudioChannelLayoutTag_MPEG_7_1_B, [centre] + middle + front + surround + [lfe]),
    (kAudioChannelLayoutTag_MPEG_7_1_C, front + [centre, lfe] + surround + rear),
    (kAudioChannelLayoutTag_Emagic_Default_7_1, front + surround + [centre, lfe] + middle),
    (kAudioChannelLayoutTag_AAC_Octagonal, [centre] + front + surround + rear + [back]),
    (kAudioChannelLayoutTag_AAC_7_1_B, [centre] + front + surround + rear + [lfe]),
    (kAudioChannelLayoutTag_WAVE_7_1, front + [centre, lfe] + rear + surround),
  ]
}
