import AVFoundation
import TestSupport
import Testing

/// Source format hints that a client makes of Core Media's extensions of text.
@Suite("Hints of text")
struct TextHintTests {
  private static let ffprobe = Tool.ffprobe.isInstalled(for: "its reading of text tracks is not compared")

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func color(_ component: Int, alpha: Int?) -> [CFString: Any] {
    var color: [CFString: Any] = [
      kCMTextFormatDescriptionColor_Red: component, kCMTextFormatDescriptionColor_Green: component,
      kCMTextFormatDescriptionColor_Blue: component,
    ]
    if let alpha { color[kCMTextFormatDescriptionColor_Alpha] = alpha }
    return color
  }

  private static func format(
    _ mediaType: CMMediaType, _ subType: FourCharCode, _ own: [CFString: Any], white: Int, alpha: Int?
  ) throws -> CMFormatDescription {
    var extensions: [CFString: Any] = [
      kCMTextFormatDescriptionExtension_DisplayFlags: kCMMediaType_Subtitle == mediaType ? 0x4000_0000 : 0,
      kCMTextFormatDescriptionExtension_BackgroundColor: color(0, alpha: alpha),
      kCMTextFormatDescriptionExtension_DefaultTextBox: [
        kCMTextFormatDescriptionRect_Top: 0, kCMTextFormatDescriptionRect_Left: 0,
        kCMTextFormatDescriptionRect_Bottom: 60, kCMTextFormatDescriptionRect_Right: 640,
      ],
      kCMTextFormatDescriptionExtension_DefaultStyle: [
        kCMTextFormatDescriptionStyle_StartChar: 0, kCMTextFormatDescriptionStyle_Font: 1,
        kCMTextFormatDescriptionStyle_FontFace: 0, kCMTextFormatDescriptionStyle_FontSize: 12,
        kCMTextFormatDescriptionStyle_ForegroundColor: color(white, alpha: alpha),
      ] as [CFString: Any],
    ]
    extensions.merge(own) { $1 }
    var format: CMFormatDescription?
    _ = CMFormatDescriptionCreate(
      allocator: nil, mediaType: mediaType, mediaSubType: subType, extensions: extensions as CFDictionary,
      formatDescriptionOut: &format)
    return try #require(format)
  }

  private static func timedText() throws -> CMFormatDescription {
    try format(
      kCMMediaType_Subtitle, kCMSubtitleFormatType_3GText,
      [
        kCMTextFormatDescriptionExtension_HorizontalJustification: 1,
        kCMTextFormatDescriptionExtension_VerticalJustification: -1,
        kCMTextFormatDescriptionExtension_FontTable: ["1": "Sans"],
      ], white: 255, alpha: 255)
  }

  private static func quickTimeText() throws -> CMFormatDescription {
    try format(
      kCMMediaType_Text, kCMTextFormatType_QTText,
      [
        kCMTextFormatDescriptionExtension_TextJustification: 1,
        kCMTextFormatDescriptionExtension_DefaultFontName: "Sans",
      ], white: 65_535, alpha: nil)
  }

  @Test(arguments: [AVFileType.mov, .mp4, .m4v])
  func `WI-03, AW-22: subtitles with a client's description are written, and have it when they are read`(
    type: AVFileType
  ) throws {
    let url = folder.file("out.\(type.fileExtensions[0])")
    let format = try Self.timedText()
    let subtitles = try WrittenTracks.text(["One", "Zwei – 二"], format)
    #expect(try AVAssetWriter(outputURL: folder.file("other"), fileType: type).canAdd(subtitles.input))
    try WrittenTracks.write(url, fileType: type, [subtitles])
    let (_, track) = try ReadMedia.track(url, .subtitle)
    let read = track.format
    #expect(read.mediaSubType == .mobile3GPP)
    for key in [
      kCMTextFormatDescriptionExtension_DisplayFlags, kCMTextFormatDescriptionExtension_BackgroundColor,
      kCMTextFormatDescriptionExtension_DefaultTextBox, kCMTextFormatDescriptionExtension_HorizontalJustification,
      kCMTextFormatDescriptionExtension_VerticalJustification, kCMTextFormatDescriptionExtension_FontTable,
    ] {
      #expect((read.extensions[key] as? NSObject)?.isEqual(format.extensions[key]) == true, "\(key)")
    }
    let texts = try ReadMedia.stored(url, .subtitle).map { String(decoding: $0.bytes.dropFirst(2), as: UTF8.self) }
    #expect(texts == ["One", "Zwei – 二"])
  }

  @Test(.enabled(if: ffprobe))
  func `ffprobe reads the subtitles`() throws {
    let url = folder.file("out.mp4")
    try WrittenTracks.write(url, fileType: .mp4, [try WrittenTracks.text(["One", "Two"], try Self.timedText())])
    let probe = try Probe.read(url.path)
    #expect(probe.streams.map(\.codec_name) == ["mov_text"])
    #expect(probe.packets.map(\.size) == ["5", "5"])
  }

  @Test(arguments: [AVFileType.mov, .m4a])
  func `AW-22: titles of chapters with a client's description are read as chapters`(type: AVFileType) throws {
    let url = folder.file("out.\(type.fileExtensions[0])")
    let sound = WrittenTracks.Lane(
      AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()),
      try (0..<20).map { try ComputedMedia.audioSample(start: $0 * 4800, count: 4800) })
    let titles = try WrittenTracks.text(["Opening", "Ending"], try Self.quickTimeText())
    titles.input.languageCode = "eng"
    sound.input.addTrackAssociation(withTrackOf: titles.input, type: "chap")
    try WrittenTracks.write(url, fileType: type, [sound, titles])
    let asset = AVURLAsset(url: url)
    let groups = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(groups.map { $0.items.first?.stringValue } == ["Opening", "Ending"])
    let read = try ReadMedia.track(url, .text).1.format
    #expect(read.extensions[kCMTextFormatDescriptionExtension_DefaultFontName] as? String == "Sans")
  }
}
