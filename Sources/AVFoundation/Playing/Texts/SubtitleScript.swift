import CoreMedia
import Foundation
import TimedText

/// Texts that are shown together, as a script of SubStation Alpha that draws them.
///
/// The letters are white with a dark edge, at the bottom in the middle of the picture. Their size is such that about
/// thirteen lines fit into the picture, or into a square of its width if it is higher than wide. Attributes of the text
/// override this. Vertical text is drawn horizontally.
struct SubtitleScript {
  /// The height of the script's own picture, in which it says lengths.
  private static let height = 288.0
  private static let lineCount = 13.0
  /// The thickness of the edge, for each unit of the letters' size.
  private static let edge = 1 / 22.0
  private static let margin = 12.0

  /// The limits of texts: more have no room on any picture, and take their time to be drawn.
  private static let (mostTexts, longestText) = (32, 4096)

  private let width: Double
  private let texts: [NSAttributedString]

  /// - Parameters:
  ///   - texts: the first stand below the others, where they do not say where they stand.
  ///   - shape: the width of the picture where its height is 1.
  init(_ texts: [NSAttributedString], shape: Double) {
    (self.texts, width) = (texts, (Self.height * shape).rounded())
  }

  private var fontSize: Double { min(Self.height, width) / Self.lineCount }

  var source: String {
    let (size, edge) = (Self.number(fontSize), Self.number(fontSize * Self.edge))
    let shadow = Self.number(fontSize * Self.edge / 2)
    func style(_ name: String, border: Int) -> String {
      // After the name: font, size, four colours, bold to strikeout, scale, spacing and angle, border, position,
      // encoding.
      "Style: \(name),sans-serif,\(size),&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,\(border),\(edge),\(shadow),2,"
        + "\(Int(Self.margin)),\(Int(Self.margin)),\(Int(Self.margin)),1"
    }
    let events = texts.prefix(Self.mostTexts).map { text in
      let name = Self.hasBackground(text) ? "Boxed" : "Default"
      return "Dialogue: 0,0:00:00.00,9:59:59.99,\(name),,0,0,0,,\(event(text))"
    }
    let lines = [
      "[Script Info]", "ScriptType: v4.00+", "PlayResX: \(Int(width))", "PlayResY: \(Int(Self.height))",
      "ScaledBorderAndShadow: yes", "WrapStyle: 0", "", "[V4+ Styles]",
      "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, "
        + "StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, "
        + "Encoding",
      style("Default", border: 1), style("Boxed", border: 3), "", "[Events]",
      "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ]
    return (lines + events).joined(separator: "\n") + "\n"
  }

  // MARK: One text

  private typealias Attributes = [NSAttributedString.Key: Any]

  private static func value(_ attributes: Attributes, _ key: CFString) -> Any? {
    attributes[NSAttributedString.Key(rawValue: String(describing: key))]
  }

  private static func runs(of text: NSAttributedString) -> [(text: String, attributes: Attributes)] {
    var runs: [(String, Attributes)] = []
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      runs.append((text.attributedSubstring(from: range).string, attributes))
    }
    return runs
  }

  private static func background(_ attributes: Attributes) -> TextColor? {
    TextMarkup.color(
      value(attributes, kCMTextMarkupAttribute_CharacterBackgroundColorARGB)
        ?? value(attributes, kCMTextMarkupAttribute_BackgroundColorARGB))
  }

  private static func hasBackground(_ text: NSAttributedString) -> Bool {
    runs(of: text).contains { background($0.attributes) != nil }
  }

  private func event(_ text: NSAttributedString) -> String {
    let length = min(text.length, Self.longestText)
    let runs = Self.runs(of: text.attributedSubstring(from: NSRange(location: 0, length: length)))
    return place(runs.first?.attributes ?? [:])
      + runs.map { "{\\r\(commands($0.attributes))}" + Self.escaped($0.text) }.joined()
  }

  /// The place of a text.
  private func place(_ attributes: Attributes) -> String {
    func number(_ key: CFString) -> Double? { TextMarkup.number(Self.value(attributes, key)) }
    let line = number(kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection)
    let position = number(kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection)
    let column =
      switch TextMarkup.text(Self.value(attributes, kCMTextMarkupAttribute_Alignment)) {
      case Self.name(kCMTextMarkupAlignmentType_Start), Self.name(kCMTextMarkupAlignmentType_Left): 0
      case Self.name(kCMTextMarkupAlignmentType_End), Self.name(kCMTextMarkupAlignmentType_Right): 2
      default: 1
      }
    if line == nil, position == nil { return column == 1 ? "" : "{\\an\(column + 1)}" }
    let usual = [Self.margin, width / 2, width - Self.margin][column]
    let x = position.map { min(width - Self.margin, max(Self.margin, $0 / 100 * width)) } ?? usual
    // Text that begins in the lower half grows upward, so that all of it is seen.
    let isLow = line.map { $0 > 50 } ?? true
    let top = (line ?? 100) / 100 * Self.height
    let y = isLow ? min(Self.height - Self.margin, top + fontSize) : max(Self.margin, top)
    return "{\\an\(column + (isLow ? 1 : 7))\\pos(\(Self.number(x)),\(Self.number(y)))}"
  }

  private static func name(_ key: CFString) -> String { String(describing: key) }

  /// The commands that set a part of a text.
  private func commands(_ attributes: Attributes) -> String {
    let height = Self.height
    var commands = ""
    func isSet(_ key: CFString) -> Bool { TextMarkup.flag(Self.value(attributes, key)) }
    if isSet(kCMTextMarkupAttribute_BoldStyle) { commands += "\\b1" }
    if isSet(kCMTextMarkupAttribute_ItalicStyle) { commands += "\\i1" }
    if isSet(kCMTextMarkupAttribute_UnderlineStyle) { commands += "\\u1" }
    if let color = TextMarkup.color(Self.value(attributes, kCMTextMarkupAttribute_ForegroundColorARGB)) {
      commands += Self.commands(color, 1)
    }
    if let color = Self.background(attributes) { commands += Self.commands(color, 3) }
    if let font = TextMarkup.text(Self.value(attributes, kCMTextMarkupAttribute_FontFamilyName))
      ?? Self.generic(attributes)
    {
      commands += "\\fn\(font.filter { !"\\{}".contains($0) && !$0.isNewline })"
    }
    let base = TextMarkup.number(
      Self.value(attributes, kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight))
    let relative = TextMarkup.number(Self.value(attributes, kCMTextMarkupAttribute_RelativeFontSize))
    if base != nil || relative != nil {
      let size = (base.map { $0 / 100 * height } ?? fontSize) * (relative ?? 100) / 100
      commands += "\\fs\(Self.number(min(height, max(1, size))))"
    }
    switch TextMarkup.text(Self.value(attributes, kCMTextMarkupAttribute_CharacterEdgeStyle)) {
    case Self.name(kCMTextMarkupCharacterEdgeStyle_None): commands += "\\bord0\\shad0"
    case Self.name(kCMTextMarkupCharacterEdgeStyle_Uniform): commands += "\\bord1\\shad0"
    case Self.name(kCMTextMarkupCharacterEdgeStyle_DropShadow), Self.name(kCMTextMarkupCharacterEdgeStyle_Raised):
      commands += "\\bord0\\shad1"
    default: break
    }
    return commands
  }

  private static func generic(_ attributes: Attributes) -> String? {
    guard let name = TextMarkup.text(value(attributes, kCMTextMarkupAttribute_GenericFontFamilyName)) else {
      return nil
    }
    if name.contains("Mono") { return "monospace" }
    if name.contains("SansSerif") { return "sans-serif" }
    if name.contains("Serif") { return "serif" }
    return name.contains("Cursive") ? "cursive" : nil
  }

  /// Returns the commands for a colour. Blue comes first, and the opacity is given as its opposite, the transparency.
  private static func commands(_ color: TextColor, _ number: Int) -> String {
    func digits(_ part: UInt8) -> String { (part < 16 ? "0" : "") + String(part, radix: 16, uppercase: true) }
    return "\\\(number)c&H\(digits(color.blue))\(digits(color.green))\(digits(color.red))&"
      + "\\\(number)a&H\(digits(255 - color.opacity))&"
  }

  /// Returns a text in which the script's own signs are escaped: an invisible character follows each backslash, so that
  /// it begins no command.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\u{2060}").replacing("{", with: "\\{").replacing("\n", with: "\\N")
  }

  private static func number(_ value: Double) -> String {
    String(Int((value * 10).rounded()) / 10) + "." + String(Int((value * 10).rounded()) % 10)
  }
}
