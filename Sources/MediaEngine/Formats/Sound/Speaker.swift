import CoreAudioTypes

/// A speaker: a bit of WAVEFORMATEXTENSIBLE's channel mask, with those that libav adds above bit 17.
struct Speaker: RawRepresentable, Hashable, Sendable {
  /// The bit's number.
  var rawValue: Int

  /// The bits that Core Audio's bitmap and the mask have in common: those up to the last of WAVEFORMATEXTENSIBLE.
  static let highestBitmap: UInt64 = 0x3_FFFF

  static func mask(of speakers: [Speaker]) -> UInt64 { speakers.reduce(0) { $0 | 1 << UInt64($1.rawValue) } }

  static func speakers(in mask: UInt64) -> [Speaker] {
    (0..<UInt64.bitWidth).filter { mask >> UInt64($0) & 1 != 0 }.map(Speaker.init)
  }

  /// Returns the positions of speakers in the order of the mask's bits, from 0.
  static func places(of speakers: [Speaker]) -> [Int] {
    speakers.map { speaker in speakers.count { $0.rawValue < speaker.rawValue } }
  }

  // MARK: Layouts

  /// Returns the speakers of a layout's channels, in the layout's own order. It is nil if a channel is no speaker, and
  /// if two channels have the same one.
  static func speakers(of layout: ManagedAudioChannelLayout) -> [Speaker]? {
    switch layout.tag {
    case kAudioChannelLayoutTag_UseChannelBitmap: speakers(in: UInt64(layout.channelBitmap.rawValue))
    case kAudioChannelLayoutTag_UseChannelDescriptions:
      speakers(labelled: layout.channelDescriptions.map(\.mChannelLabel))
    default: tagged[layout.tag]
    }
  }

  /// Returns the speakers of channels by their labels. It is nil as for `speakers(of:)`, and without channels.
  static func speakers(labelled labels: [AudioChannelLabel]) -> [Speaker]? {
    // With rear speakers, the plain surround pair is at the sides; otherwise it is WAVE's back pair.
    let hasRear = labels.contains(kAudioChannelLabel_RearSurroundLeft)
    let speakers = labels.compactMap { Speaker(label: $0, besideRear: hasRear) }
    return !labels.isEmpty && Set(speakers).count == labels.count ? speakers : nil
  }

  // MARK: Labels

  /// Makes the speaker of a label. Core Audio's labels 1 to 18 are the bits 0 to 17; the others are listed.
  ///
  /// - Parameter besideRear: whether the layout has rear speakers too, so that plain "surround" means the sides.
  init?(label: AudioChannelLabel, besideRear: Bool) {
    switch label {
    case kAudioChannelLabel_LeftSurround where besideRear: self.init(rawValue: 9)
    case kAudioChannelLabel_RightSurround where besideRear: self.init(rawValue: 10)
    case 1...18: self.init(rawValue: Int(label) - 1)
    default:
      guard let speaker = Self.labels.first(where: { $0.label == label })?.bit else { return nil }
      self.init(rawValue: speaker)
    }
  }

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The label from which this speaker is made; unknown for a bit that has no label.
  var label: AudioChannelLabel {
    if rawValue < 18 { return AudioChannelLabel(rawValue + 1) }
    return Self.labels.first { $0.bit == rawValue }?.label ?? kAudioChannelLabel_Unknown
  }

  private static let labels: [(label: AudioChannelLabel, bit: Int)] = [
    (kAudioChannelLabel_LeftTotal, 29), (kAudioChannelLabel_RightTotal, 30),
    (kAudioChannelLabel_LeftWide, 31), (kAudioChannelLabel_RightWide, 32),
    (kAudioChannelLabel_LFE2, 35),
    (kAudioChannelLabel_LeftTopMiddle, 36), (kAudioChannelLabel_RightTopMiddle, 37),
    (kAudioChannelLabel_CenterBottom, 38), (kAudioChannelLabel_LeftBottom, 39), (kAudioChannelLabel_RightBottom, 40),
    (kAudioChannelLabel_RearSurroundLeft, 4), (kAudioChannelLabel_RearSurroundRight, 5),
    (kAudioChannelLabel_LeftSideSurround, 9), (kAudioChannelLabel_RightSideSurround, 10),
    (kAudioChannelLabel_LeftBackSurround, 4), (kAudioChannelLabel_RightBackSurround, 5),
    (kAudioChannelLabel_LeftTopRear, 15), (kAudioChannelLabel_CenterTopRear, 16),
    (kAudioChannelLabel_RightTopRear, 17),
    (kAudioChannelLabel_Mono, 2),
    (kAudioChannelLabel_HeadphonesLeft, 0), (kAudioChannelLabel_HeadphonesRight, 1),
  ]

  // MARK: Tags

  /// Returns the first tag of the list below whose channels are these speakers in the order of the bits.
  static func tag(for mask: UInt64) -> AudioChannelLayoutTag? { ordered[mask] }

  private static let ordered: [UInt64: AudioChannelLayoutTag] = Dictionary(
    tags.lazy.map { ($0.tag, speakers(named: $0.speakers)) }
      .filter { $0.1.map(\.rawValue) == $0.1.map(\.rawValue).sorted() }
      .map { (mask(of: $0.1), $0.0) },
    uniquingKeysWith: { first, _ in first })

  /// The speakers of each tag, in the tag's order.
  private static let tagged: [AudioChannelLayoutTag: [Speaker]] = Dictionary(
    tags.map { ($0.tag, speakers(named: $0.speakers)) }, uniquingKeysWith: { first, _ in first })

  private static func speakers(named names: String) -> [Speaker] {
    names.split(separator: " ").compactMap { name in Self.names.firstIndex(of: String(name)).map(Speaker.init) }
  }

  /// The names of WAVEFORMATEXTENSIBLE's speakers, by bit.
  private static let names = [
    "L", "R", "C", "LFE", "BL", "BR", "Lc", "Rc", "Cs", "SL", "SR", "Ts", "Vhl", "Vhc", "Vhr", "Tbl", "Tbc", "Tbr",
  ]

  /// The tags and the names of their speakers. Core Audio's "Ls Rs" is written as the back pair, or as the side pair if
  /// the tag has rear speakers or, with WAVE's own name, if their place in the order says so.
  private static let tags: [(tag: AudioChannelLayoutTag, speakers: String)] = [
    (kAudioChannelLayoutTag_Mono, "C"),
    (kAudioChannelLayoutTag_Stereo, "L R"),
    (kAudioChannelLayoutTag_StereoHeadphones, "L R"),
    (kAudioChannelLayoutTag_Binaural, "L R"),
    (kAudioChannelLayoutTag_AC3_1_0_1, "C LFE"),
    (kAudioChannelLayoutTag_MPEG_3_0_A, "L R C"),
    (kAudioChannelLayoutTag_MPEG_3_0_B, "C L R"),
    (kAudioChannelLayoutTag_AC3_3_0, "L C R"),
    (kAudioChannelLayoutTag_ITU_2_1, "L R Cs"),
    (kAudioChannelLayoutTag_DVD_4, "L R LFE"),
    (kAudioChannelLayoutTag_Quadraphonic, "L R BL BR"),
    (kAudioChannelLayoutTag_ITU_2_2, "L R BL BR"),
    (kAudioChannelLayoutTag_WAVE_4_0_B, "L R BL BR"),
    (kAudioChannelLayoutTag_MPEG_4_0_A, "L R C Cs"),
    (kAudioChannelLayoutTag_MPEG_4_0_B, "C L R Cs"),
    (kAudioChannelLayoutTag_AC3_3_1, "L C R Cs"),
    (kAudioChannelLayoutTag_DVD_5, "L R LFE Cs"),
    (kAudioChannelLayoutTag_AC3_2_1_1, "L R Cs LFE"),
    (kAudioChannelLayoutTag_DVD_10, "L R C LFE"),
    (kAudioChannelLayoutTag_AC3_3_0_1, "L C R LFE"),
    (kAudioChannelLayoutTag_MPEG_5_0_A, "L R C BL BR"),
    (kAudioChannelLayoutTag_MPEG_5_0_B, "L R BL BR C"),
    (kAudioChannelLayoutTag_MPEG_5_0_C, "L C R BL BR"),
    (kAudioChannelLayoutTag_MPEG_5_0_D, "C L R BL BR"),
    (kAudioChannelLayoutTag_Pentagonal, "L R BL BR C"),
    (kAudioChannelLayoutTag_WAVE_5_0_B, "L R C BL BR"),
    (kAudioChannelLayoutTag_DVD_6, "L R LFE BL BR"),
    (kAudioChannelLayoutTag_DVD_11, "L R C LFE Cs"),
    (kAudioChannelLayoutTag_AC3_3_1_1, "L C R Cs LFE"),
    (kAudioChannelLayoutTag_DVD_18, "L R BL BR LFE"),
    (kAudioChannelLayoutTag_MPEG_5_1_A, "L R C LFE BL BR"),
    (kAudioChannelLayoutTag_MPEG_5_1_B, "L R BL BR C LFE"),
    (kAudioChannelLayoutTag_MPEG_5_1_C, "L C R BL BR LFE"),
    (kAudioChannelLayoutTag_MPEG_5_1_D, "C L R BL BR LFE"),
    (kAudioChannelLayoutTag_WAVE_5_1_B, "L R C LFE BL BR"),
    (kAudioChannelLayoutTag_Hexagonal, "L R BL BR C Cs"),
    (kAudioChannelLayoutTag_AudioUnit_6_0, "L R BL BR C Cs"),
    (kAudioChannelLayoutTag_AAC_6_0, "C L R BL BR Cs"),
    (kAudioChannelLayoutTag_EAC_6_0_A, "L C R BL BR Cs"),
    (kAudioChannelLayoutTag_MPEG_6_1_A, "L R C LFE BL BR Cs"),
    (kAudioChannelLayoutTag_AAC_6_1, "C L R BL BR Cs LFE"),
    (kAudioChannelLayoutTag_EAC3_6_1_A, "L C R BL BR LFE Cs"),
    (kAudioChannelLayoutTag_WAVE_6_1, "L R C LFE Cs SL SR"),
    (kAudioChannelLayoutTag_AudioUnit_7_0, "L R SL SR C BL BR"),
    (kAudioChannelLayoutTag_AudioUnit_7_0_Front, "L R BL BR C Lc Rc"),
    (kAudioChannelLayoutTag_AAC_7_0, "C L R SL SR BL BR"),
    (kAudioChannelLayoutTag_EAC_7_0_A, "L C R SL SR BL BR"),
    (kAudioChannelLayoutTag_MPEG_7_1_A, "L R C LFE BL BR Lc Rc"),
    (kAudioChannelLayoutTag_MPEG_7_1_B, "C Lc Rc L R BL BR LFE"),
    (kAudioChannelLayoutTag_MPEG_7_1_C, "L R C LFE SL SR BL BR"),
    (kAudioChannelLayoutTag_WAVE_7_1, "L R C LFE BL BR SL SR"),
    (kAudioChannelLayoutTag_Emagic_Default_7_1, "L R BL BR C LFE Lc Rc"),
    (kAudioChannelLayoutTag_AAC_7_1_B, "C L R SL SR BL BR LFE"),
    (kAudioChannelLayoutTag_AAC_7_1_C, "C L R BL BR LFE Vhl Vhr"),
    (kAudioChannelLayoutTag_AAC_Octagonal, "C L R SL SR BL BR Cs"),
  ]
}
