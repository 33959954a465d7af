import CoreGraphics
import CoreMedia
import Foundation
import TimedText

/// A format description's extensions for QuickTime's text.
extension QuickTimeTextDescription {
  /// Reads the extensions of a format. Unstated properties are those of white text on black.
  ///
  /// - Returns: `nil` if there are none of these extensions.
  init?(_ extensions: CMFormatDescription.Extensions) {
    let stated = TextAttributes(extensions)
    guard stated.hasValue(forAnyOf: Self.keys) else { return nil }
    self.init()
    if let flags = stated.number(kCMTextFormatDescriptionExtension_DisplayFlags) {
      displayFlags = UInt32(truncatingIfNeeded: flags)
    }
    if let justification = stated.number(kCMTextFormatDescriptionExtension_TextJustification) {
      self.justification = Int32(clamping: justification)
    }
    if let color = Color(kCMTextFormatDescriptionExtension_BackgroundColor, in: stated) { backgroundColor = color }
    if let box = stated.box(kCMTextFormatDescriptionExtension_DefaultTextBox) { self.box = box }
    if let style = stated.dictionary(kCMTextFormatDescriptionExtension_DefaultStyle) { read(style) }
    fontName = stated.text(kCMTextFormatDescriptionExtension_DefaultFontName) ?? ""
  }

  private mutating func read(_ stated: TextAttributes) {
    func measure(_ key: CFString) -> Int16? { stated.number(key).map { Int16(clamping: $0) } }
    if let start = stated.number(kCMTextFormatDescriptionStyle_StartChar) {
      style.start = UInt32(truncatingIfNeeded: start)
    }
    if let height = measure(kCMTextFormatDescriptionStyle_Height) { style.height = height }
    if let ascent = measure(kCMTextFormatDescriptionStyle_Ascent) { style.ascent = ascent }
    if let font = measure(kCMTextFormatDescriptionStyle_Font) { style.font = font }
    if let face = stated.number(kCMTextFormatDescriptionStyle_FontFace) {
      style.face = UInt8(truncatingIfNeeded: face)
    }
    if let size = measure(kCMTextFormatDescriptionStyle_FontSize) { style.size = size }
    if let color = Color(kCMTextFormatDescriptionStyle_ForegroundColor, in: stated) { style.color = color }
  }

  private static var keys: [CFString] {
    [
      kCMTextFormatDescriptionExtension_DisplayFlags, kCMTextFormatDescriptionExtension_TextJustification,
      kCMTextFormatDescriptionExtension_BackgroundColor, kCMTextFormatDescriptionExtension_DefaultTextBox,
      kCMTextFormatDescriptionExtension_DefaultStyle, kCMTextFormatDescriptionExtension_DefaultFontName,
    ]
  }

  /// Adds the description to a format's extensions.
  func store(in extensions: inout CMFormatDescription.Extensions) {
    extensions[kCMTextFormatDescriptionExtension_DisplayFlags] = NSNumber(value: Int32(bitPattern: displayFlags))
    extensions[kCMTextFormatDescriptionExtension_TextJustification] = NSNumber(value: justification)
    extensions[kCMTextFormatDescriptionExtension_BackgroundColor] = backgroundColor.dictionary
    extensions[kCMTextFormatDescriptionExtension_DefaultTextBox] = box.dictionary
    extensions[kCMTextFormatDescriptionExtension_DefaultStyle] = NSDictionary(dictionary: [
      kCMTextFormatDescriptionStyle_StartChar: NSNumber(value: style.start),
      kCMTextFormatDescriptionStyle_Height: NSNumber(value: style.height),
      kCMTextFormatDescriptionStyle_Ascent: NSNumber(value: style.ascent),
      kCMTextFormatDescriptionStyle_Font: NSNumber(value: style.font),
      kCMTextFormatDescriptionStyle_FontFace: NSNumber(value: style.face),
      kCMTextFormatDescriptionStyle_FontSize: NSNumber(value: style.size),
      kCMTextFormatDescriptionStyle_ForegroundColor: style.color.dictionary,
    ])
    extensions[kCMTextFormatDescriptionExtension_DefaultFontName] = fontName as NSString
  }
}

extension QuickTimeTextDescription.Color {
  fileprivate init?(_ key: CFString, in stated: TextAttributes) {
    guard let color = stated.color(key) else { return nil }
    self.init(
      red: UInt16(truncatingIfNeeded: color.red), green: UInt16(truncatingIfNeeded: color.green),
      blue: UInt16(truncatingIfNeeded: color.blue))
  }

  fileprivate var dictionary: NSDictionary {
    NSDictionary(dictionary: [
      kCMTextFormatDescriptionColor_Red: NSNumber(value: red),
      kCMTextFormatDescriptionColor_Green: NSNumber(value: green),
      kCMTextFormatDescriptionColor_Blue: NSNumber(value: blue),
    ])
  }
}
