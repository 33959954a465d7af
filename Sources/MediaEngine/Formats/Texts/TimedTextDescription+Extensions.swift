import CoreGraphics
import CoreMedia
import Foundation
import TimedText

/// A format description's extensions for 3GPP's timed text.
extension TimedTextDescription {
  /// Reads the extensions of a format. Unstated properties are those of text that this build writes.
  ///
  /// - Returns: `nil` if there are none of these extensions.
  init?(_ extensions: CMFormatDescription.Extensions) {
    let stated = TextAttributes(extensions)
    guard stated.hasValue(forAnyOf: Self.keys) else { return nil }
    self.init(width: 0, height: 0, isForced: false)
    if let flags = stated.number(kCMTextFormatDescriptionExtension_DisplayFlags) {
      displayFlags = UInt32(truncatingIfNeeded: flags)
    }
    if let justification = stated.number(kCMTextFormatDescriptionExtension_HorizontalJustification) {
      horizontalJustification = Int8(clamping: justification)
    }
    if let justification = stated.number(kCMTextFormatDescriptionExtension_VerticalJustification) {
      verticalJustification = Int8(clamping: justification)
    }
    if let color = Self.color(kCMTextFormatDescriptionExtension_BackgroundColor, in: stated) { backgroundColor = color }
    if let box = stated.box(kCMTextFormatDescriptionExtension_DefaultTextBox) { self.box = box }
    if let style = stated.dictionary(kCMTextFormatDescriptionExtension_DefaultStyle) { read(style) }
    fonts = stated.fonts(kCMTextFormatDescriptionExtension_FontTable) ?? [TimedTextFont(number: style.font)]
  }

  private mutating func read(_ stated: TextAttributes) {
    if let start = stated.number(kCMTextFormatDescriptionStyle_StartChar) {
      styleStart = UInt16(truncatingIfNeeded: start)
    }
    if let end = stated.number(kCMTextFormatDescriptionStyle_EndChar) { styleEnd = UInt16(truncatingIfNeeded: end) }
    if let font = stated.number(kCMTextFormatDescriptionStyle_Font) { style.font = UInt16(truncatingIfNeeded: font) }
    if let face = stated.number(kCMTextFormatDescriptionStyle_FontFace) {
      style.face = StyledText.Style(rawValue: UInt8(truncatingIfNeeded: face) & 7)
    }
    if let size = stated.number(kCMTextFormatDescriptionStyle_FontSize) { style.size = UInt8(truncatingIfNeeded: size) }
    if let color = Self.color(kCMTextFormatDescriptionStyle_ForegroundColor, in: stated) { style.color = color }
  }

  /// Returns a colour of four bytes. One whose opacity is not stated is opaque.
  private static func color(_ key: CFString, in stated: TextAttributes) -> UInt32? {
    guard let color = stated.color(key) else { return nil }
    let bytes = [color.red, color.green, color.blue, color.alpha ?? 0xFF].map { UInt8(truncatingIfNeeded: $0) }
    return bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }

  private static var keys: [CFString] {
    [
      kCMTextFormatDescriptionExtension_DisplayFlags, kCMTextFormatDescriptionExtension_HorizontalJustification,
      kCMTextFormatDescriptionExtension_VerticalJustification, kCMTextFormatDescriptionExtension_BackgroundColor,
      kCMTextFormatDescriptionExtension_DefaultTextBox, kCMTextFormatDescriptionExtension_DefaultStyle,
      kCMTextFormatDescriptionExtension_FontTable,
    ]
  }

  /// Adds the description to a format's extensions.
  func store(in extensions: inout CMFormatDescription.Extensions) {
    extensions[kCMTextFormatDescriptionExtension_DisplayFlags] = NSNumber(value: Int32(bitPattern: displayFlags))
    extensions[kCMTextFormatDescriptionExtension_HorizontalJustification] = NSNumber(value: horizontalJustification)
    extensions[kCMTextFormatDescriptionExtension_VerticalJustification] = NSNumber(value: verticalJustification)
    extensions[kCMTextFormatDescriptionExtension_BackgroundColor] = Self.dictionary(ofColor: backgroundColor)
    extensions[kCMTextFormatDescriptionExtension_DefaultTextBox] = box.dictionary
    extensions[kCMTextFormatDescriptionExtension_DefaultStyle] = NSDictionary(dictionary: [
      kCMTextFormatDescriptionStyle_StartChar: NSNumber(value: styleStart),
      kCMTextFormatDescriptionStyle_EndChar: NSNumber(value: styleEnd),
      kCMTextFormatDescriptionStyle_Font: NSNumber(value: style.font),
      kCMTextFormatDescriptionStyle_FontFace: NSNumber(value: style.face.rawValue),
      kCMTextFormatDescriptionStyle_FontSize: NSNumber(value: style.size),
      kCMTextFormatDescriptionStyle_ForegroundColor: Self.dictionary(ofColor: style.color),
    ])
    let names = Dictionary(fonts.map { ("\($0.number)", $0.name as NSString) }, uniquingKeysWith: { first, _ in first })
    extensions[kCMTextFormatDescriptionExtension_FontTable] = NSDictionary(dictionary: names)
  }

  private static func dictionary(ofColor color: UInt32) -> NSDictionary {
    func component(_ shift: UInt32) -> NSNumber { NSNumber(value: UInt8(truncatingIfNeeded: color >> shift)) }
    return NSDictionary(dictionary: [
      kCMTextFormatDescriptionColor_Red: component(24), kCMTextFormatDescriptionColor_Green: component(16),
      kCMTextFormatDescriptionColor_Blue: component(8), kCMTextFormatDescriptionColor_Alpha: component(0),
    ])
  }
}
