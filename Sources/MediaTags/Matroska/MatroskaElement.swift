/// The identifiers of Matroska's elements (RFC 9559, 5) that describe a file.
enum MatroskaElement {
  static let header: UInt32 = 0x1A45_DFA3
  static let segment: UInt32 = 0x1853_8067
  static let cluster: UInt32 = 0x1F43_B675

  static let seekHead: UInt32 = 0x114D_9B74
  static let seek: UInt32 = 0x4DBB
  static let seekIdentifier: UInt32 = 0x53AB
  static let seekPosition: UInt32 = 0x53AC

  static let information: UInt32 = 0x1549_A966
  static let title: UInt32 = 0x7BA9
  static let date: UInt32 = 0x4461
  static let muxingApplication: UInt32 = 0x4D80
  static let writingApplication: UInt32 = 0x5741

  static let tracks: UInt32 = 0x1654_AE6B
  static let track: UInt32 = 0xAE
  static let trackNumber: UInt32 = 0xD7
  static let trackUID: UInt32 = 0x73C5
  static let trackName: UInt32 = 0x536E
  static let trackLanguageBCP47: UInt32 = 0x22_B59D

  static let tags: UInt32 = 0x1254_C367
  static let tag: UInt32 = 0x7373
  static let targets: UInt32 = 0x63C0
  static let targetType: UInt32 = 0x63CA
  static let targetTrack: UInt32 = 0x63C5
  static let targetEdition: UInt32 = 0x63C9
  static let targetChapter: UInt32 = 0x63C4
  static let targetAttachment: UInt32 = 0x63C6
  static let simpleTag: UInt32 = 0x67C8
  static let tagName: UInt32 = 0x45A3
  static let tagLanguage: UInt32 = 0x447A
  static let tagLanguageBCP47: UInt32 = 0x447B
  static let tagText: UInt32 = 0x4487
  static let tagBinary: UInt32 = 0x4485

  static let chapters: UInt32 = 0x1043_A770
  static let edition: UInt32 = 0x45B9
  static let editionIsHidden: UInt32 = 0x45BD
  static let editionIsDefault: UInt32 = 0x45DB
  static let chapter: UInt32 = 0xB6
  static let chapterStart: UInt32 = 0x91
  static let chapterEnd: UInt32 = 0x92
  static let chapterIsHidden: UInt32 = 0x98
  static let chapterIsEnabled: UInt32 = 0x4598
  static let chapterDisplay: UInt32 = 0x80
  static let chapterText: UInt32 = 0x85
  static let chapterLanguage: UInt32 = 0x437C
  static let chapterLanguageBCP47: UInt32 = 0x437D

  static let cues: UInt32 = 0x1C53_BB6B
  static let cuePoint: UInt32 = 0xBB
  static let cueTime: UInt32 = 0xB3
  static let cueTrackPositions: UInt32 = 0xB7
  static let cueTrack: UInt32 = 0xF7
  static let cueDuration: UInt32 = 0xB2

  static let attachments: UInt32 = 0x1941_A469
  static let attachment: UInt32 = 0x61A7
  static let fileDescription: UInt32 = 0x467E
  static let fileName: UInt32 = 0x466E
  static let fileMediaType: UInt32 = 0x4660
  static let fileContents: UInt32 = 0x465C
}
