import CoreMedia
import Foundation
import MediaEngine
import MovieFile
import Testing

/// Formats of text by Core Media's extensions, and the sample entries that are made of them.
@Suite struct TextFormatTests {
  private static func format(
    _ mediaType: CMFormatDescription.MediaType, _ subType: CMFormatDescription.MediaSubType,
    _ values: [CFString: Any]
  ) throws -> CMFormatDescription {
    var format: CMFormatDescription?
    _ = CMFormatDescriptionCreate(
      allocator: nil, mediaType: mediaType.rawValue, mediaSubType: subType.rawValue,
      extensions: values as CFDictionary, formatDescriptionOut: &format)
    return try #require(format)
  }

  private static func color(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int? = nil) -> [CFString: Any] {
    var color: [CFString: Any] = [
      kCMTextFormatDescriptionColor_Red: red, kCMTextFormatDescriptionColor_Green: green,
      kCMTextFormatDescriptionColor_Blue: blue,
    ]
    if let alpha { color[kCMTextFormatDescriptionColor_Alpha] = alpha }
    return color
  }

  private static var box: [CFString: Any] {
    [
      kCMTextFormatDescriptionRect_Top: 0, kCMTextFormatDescriptionRect_Left: 5,
      kCMTextFormatDescriptionRect_Bottom: 60, kCMTextFormatDescriptionRect_Right: CGFloat(640),
    ]
  }

  /// Subtitles that must all be shown, as a client describes them.
  private static func timedText(_ mediaType: CMFormatDescription.MediaType = .subtitle) throws -> CMFormatDescription {
    try format(
      mediaType, .mobile3GPP,
      [
        kCMTextFormatDescriptionExtension_DisplayFlags: UInt32(0xC000_0000),
        kCMTextFormatDescriptionExtension_BackgroundColor: color(0, 1, 2, 3),
        kCMTextFormatDescriptionExtension_DefaultTextBox: box,
        kCMTextFormatDescriptionExtension_DefaultStyle: [
          kCMTextFormatDescriptionStyle_StartChar: 0, kCMTextFormatDescriptionStyle_EndChar: 0,
          kCMTextFormatDescriptionStyle_Font: 1, kCMTextFormatDescriptionStyle_FontFace: 1,
          kCMTextFormatDescriptionStyle_FontSize: 12,
          // A byte may come with a sign.
          kCMTextFormatDescriptionStyle_ForegroundColor: color(255, 254, -3, -1),
        ] as [CFString: Any],
        kCMTextFormatDescriptionExtension_HorizontalJustification: 1,
        kCMTextFormatDescriptionExtension_VerticalJustification: -1,
        kCMTextFormatDescriptionExtension_FontTable: ["1": "Sans"],
      ])
  }

  private static let timedTextEntry: [UInt8] =
    [0, 0, 0, 63] + Array("tx3g".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
    + [0xC0, 0, 0, 0, 1, 0xFF, 0, 1, 2, 3, 0, 0, 0, 5, 0, 60, 2, 128]
    + [0, 0, 0, 0, 0, 1, 1, 12, 255, 254, 253, 255]
    + [0, 0, 0, 17] + Array("ftab".utf8) + [0, 1, 0, 1, 4] + Array("Sans".utf8)

  private static func quickTimeText() throws -> CMFormatDescription {
    try format(
      .text, .qt,
      [
        kCMTextFormatDescriptionExtension_DisplayFlags: 0,
        kCMTextFormatDescriptionExtension_BackgroundColor: color(0, 1, 0xFFFF),
        kCMTextFormatDescriptionExtension_DefaultTextBox: box,
        kCMTextFormatDescriptionExtension_DefaultStyle: [
          kCMTextFormatDescriptionStyle_StartChar: 0, kCMTextFormatDescriptionStyle_Height: 16,
          kCMTextFormatDescriptionStyle_Ascent: 12, kCMTextFormatDescriptionStyle_Font: 3,
          kCMTextFormatDescriptionStyle_FontFace: 2, kCMTextFormatDescriptionStyle_FontSize: 14,
          kCMTextFormatDescriptionStyle_ForegroundColor: color(0x1122, 0x3344, 0x5566),
        ] as [CFString: Any],
        kCMTextFormatDescriptionExtension_TextJustification: -1,
        kCMTextFormatDescriptionExtension_DefaultFontName: "Geneva",
      ])
  }

  private static let quickTimeEntry: [UInt8] =
    [0, 0, 0, 65] + Array("text".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
    + [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1, 0xFF, 0xFF, 0, 0, 0, 5, 0, 60, 2, 128]
    + [0, 0, 0, 0, 0, 16, 0, 12, 0, 3, 2, 0, 0, 14, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]
    + [6] + Array("Geneva".utf8)

  @Test(arguments: [FileFormat.quickTime, .mp4, .m4v])
  func `entries are made of a client's extensions`(file: FileFormat) throws {
    let (subtitles, titles) = (try Self.timedText(), try Self.quickTimeText())
    #expect(ContainerFormat(file).refusal(of: subtitles) == nil)
    #expect(try SampleEntry(subtitles, in: file).serialized(in: file) == Self.timedTextEntry)
    #expect(ContainerFormat(file).refusal(of: titles) == nil)
    #expect(try SampleEntry(titles, in: file).serialized(in: file) == Self.quickTimeEntry)
  }

  @Test func `titles go into files of sound, and subtitles do not`() throws {
    #expect(ContainerFormat.m4a.refusal(of: try Self.quickTimeText()) == nil)
    #expect(ContainerFormat.m4a.refusal(of: try Self.timedText(.text)) == nil)
    #expect(ContainerFormat.m4a.refusal(of: try Self.timedText())?.contains("subtitle tracks") == true)
  }

  /// A format of an entry of a file.
  private static func read(_ bytes: [UInt8], _ kind: HandlerType) throws -> CMFormatDescription {
    let entry = try SampleEntry(parsing: bytes, kind: kind, isQuickTime: false)
    return CMFormatDescription(entry, kind: kind, isQuickTime: false)
  }

  private static func number(_ format: CMFormatDescription, _ key: CFString, _ inner: CFString? = nil) -> Int? {
    guard let inner else { return (format.extensions[key] as? NSNumber)?.intValue }
    return ((format.extensions[key] as? NSDictionary)?.object(forKey: inner) as? NSNumber)?.intValue
  }

  @Test func `a file's 3GPP text has the extensions`() throws {
    let format = try Self.read(Self.timedTextEntry, .subtitle)
    let flags = format.extensions[kCMTextFormatDescriptionExtension_DisplayFlags] as? NSNumber
    #expect(flags?.uint32Value == 0xC000_0000)
    #expect(Self.number(format, kCMTextFormatDescriptionExtension_HorizontalJustification) == 1)
    #expect(Self.number(format, kCMTextFormatDescriptionExtension_VerticalJustification) == -1)
    let background = kCMTextFormatDescriptionExtension_BackgroundColor
    #expect(Self.number(format, background, kCMTextFormatDescriptionColor_Blue) == 2)
    #expect(Self.number(format, background, kCMTextFormatDescriptionColor_Alpha) == 3)
    let box = kCMTextFormatDescriptionExtension_DefaultTextBox
    #expect(Self.number(format, box, kCMTextFormatDescriptionRect_Left) == 5)
    #expect(Self.number(format, box, kCMTextFormatDescriptionRect_Right) == 640)
    let style = kCMTextFormatDescriptionExtension_DefaultStyle
    #expect(Self.number(format, style, kCMTextFormatDescriptionStyle_FontFace) == 1)
    #expect(Self.number(format, style, kCMTextFormatDescriptionStyle_FontSize) == 12)
    let values = format.extensions[style] as? NSDictionary
    let color = values?.object(forKey: kCMTextFormatDescriptionStyle_ForegroundColor) as? NSDictionary
    #expect((color?.object(forKey: kCMTextFormatDescriptionColor_Blue) as? NSNumber)?.intValue == 253)
    let fonts = format.extensions[kCMTextFormatDescriptionExtension_FontTable] as? NSDictionary
    #expect(fonts?.object(forKey: "1" as NSString) as? String == "Sans")
  }

  @Test func `a file's QuickTime text has the extensions`() throws {
    let format = try Self.read(Self.quickTimeEntry, .text)
    #expect(Self.number(format, kCMTextFormatDescriptionExtension_DisplayFlags) == 0)
    #expect(Self.number(format, kCMTextFormatDescriptionExtension_TextJustification) == -1)
    let background = kCMTextFormatDescriptionExtension_BackgroundColor
    #expect(Self.number(format, background, kCMTextFormatDescriptionColor_Blue) == 0xFFFF)
    #expect(Self.number(format, background, kCMTextFormatDescriptionColor_Alpha) == nil)
    let style = kCMTextFormatDescriptionExtension_DefaultStyle
    #expect(Self.number(format, style, kCMTextFormatDescriptionStyle_Height) == 16)
    #expect(Self.number(format, style, kCMTextFormatDescriptionStyle_Ascent) == 12)
    #expect(Self.number(format, style, kCMTextFormatDescriptionStyle_Font) == 3)
    #expect(format.extensions[kCMTextFormatDescriptionExtension_DefaultFontName] as? String == "Geneva")
  }

  @Test func `an entry of a file comes back as it was, whatever the other extensions say`() throws {
    // A box that nobody knows, behind the font table.
    var bytes = Self.timedTextEntry + [0, 0, 0, 9] + Array("abcd".utf8) + [1]
    bytes[3] = UInt8(bytes.count)
    let read = try Self.read(bytes, .subtitle)
    #expect(try SampleEntry(read, in: .quickTime).serialized(in: .quickTime) == bytes)
    var extensions = read.extensions
    extensions[kCMTextFormatDescriptionExtension_DisplayFlags] = NSNumber(value: 0)
    let changed = try CMFormatDescription(
      mediaType: .subtitle, mediaSubType: .mobile3GPP, extensions: extensions)
    #expect(try SampleEntry(changed, in: .mp4).serialized(in: .mp4) == bytes)
  }

  @Test func `what is not stated is as in text that this build makes`() throws {
    let format = try Self.format(.subtitle, .mobile3GPP, [kCMTextFormatDescriptionExtension_DisplayFlags: 0x20])
    let expected: [UInt8] =
      [0, 0, 0, 0x20, 1, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 12, 255, 255, 255, 255]
    #expect(Array(try SampleEntry(format, in: .mp4).serialized(in: .mp4)[16..<46]) == expected)
  }

  @Test func `AW-22: text without a description is refused, with what it lacks`() throws {
    let names: [(CMFormatDescription.MediaType, CMFormatDescription.MediaSubType)] = [
      (.subtitle, .mobile3GPP), (.text, .mobile3GPP), (.text, .qt),
    ]
    for (mediaType, subType) in names {
      let format = try CMFormatDescription(mediaType: mediaType, mediaSubType: subType)
      for container in [ContainerFormat.quickTime, .mp4] {
        let code = FourCC(rawValue: subType.rawValue)
        #expect(
          container.refusal(of: format)
            == "the format '\(code)' cannot be written to a \(container.name) file without its sample description")
      }
    }
    // Matroska's plain text has QuickTime's code.
    let plain = try Self.format(.subtitle, .qt, [kCMTextFormatDescriptionExtension_DisplayFlags: 0])
    #expect(ContainerFormat.quickTime.refusal(of: plain)?.contains("without its sample description") == true)
  }
}
