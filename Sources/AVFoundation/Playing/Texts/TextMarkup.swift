import CoreMedia
import Foundation
import TimedText

/// The attributes of texts, as Core Media names them.
enum TextMarkup {
  /// The kinds of values that attributes have.
  private enum Kind { case color, flag, number, percentage, text, oneOf([CFString]) }

  private static var kinds: [(name: CFString, kind: Kind)] {
    [
      (kCMTextMarkupAttribute_ForegroundColorARGB, .color), (kCMTextMarkupAttribute_BackgroundColorARGB, .color),
      (kCMTextMarkupAttribute_CharacterBackgroundColorARGB, .color), (kCMTextMarkupAttribute_BoldStyle, .flag),
      (kCMTextMarkupAttribute_ItalicStyle, .flag), (kCMTextMarkupAttribute_UnderlineStyle, .flag),
      (kCMTextMarkupAttribute_FontFamilyName, .text), (kCMTextMarkupAttribute_GenericFontFamilyName, .text),
      (kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight, .percentage),
      (kCMTextMarkupAttribute_RelativeFontSize, .number),
      (
        kCMTextMarkupAttribute_VerticalLayout,
        .oneOf([kCMTextVerticalLayout_LeftToRight, kCMTextVerticalLayout_RightToLeft])
      ),
      (
        kCMTextMarkupAttribute_Alignment,
        .oneOf([
          kCMTextMarkupAlignmentType_Start, kCMTextMarkupAlignmentType_Middle, kCMTextMarkupAlignmentType_End,
          kCMTextMarkupAlignmentType_Left, kCMTextMarkupAlignmentType_Right,
        ])
      ),
      (kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection, .percentage),
      (kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection, .percentage),
      (kCMTextMarkupAttribute_WritingDirectionSizePercentage, .percentage),
      (
        kCMTextMarkupAttribute_CharacterEdgeStyle,
        .oneOf([
          kCMTextMarkupCharacterEdgeStyle_None, kCMTextMarkupCharacterEdgeStyle_Raised,
          kCMTextMarkupCharacterEdgeStyle_Depressed, kCMTextMarkupCharacterEdgeStyle_Uniform,
          kCMTextMarkupCharacterEdgeStyle_DropShadow,
        ])
      ),
    ]
  }

  /// Returns whether a name is an attribute's, and a value one that it can have.
  static func isValid(_ value: Any, for name: String) -> Bool {
    guard let kind = kinds.first(where: { String(describing: $0.name) == name })?.kind else { return false }
    switch kind {
    case .color: return color(value) != nil
    case .flag: return value is Bool || value is NSNumber
    case .number: return number(value) != nil
    case .percentage: return number(value).map { (0...100).contains($0) } ?? false
    case .text: return text(value) != nil
    case .oneOf(let names): return names.contains { String(describing: $0) == text(value) }
    }
  }

  static func number(_ value: Any?) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case let number as CGFloat: Double(number)
    case let number as Double: number
    case let number as Int: Double(number)
    default: nil
    }
  }

  static func flag(_ value: Any?) -> Bool { number(value).map { $0 != 0 } ?? (value as? Bool ?? false) }

  static func text(_ value: Any?) -> String? {
    (value as? String) ?? (value as? NSString).map { String(describing: $0) }
  }

  /// Returns a colour from four parts of 0 to 1: the opacity, red, green, blue.
  static func color(_ value: Any?) -> TextColor? {
    guard let parts = (value as? [Any]) ?? (value as? NSArray)?.map({ $0 }), parts.count == 4 else { return nil }
    let numbers = parts.compactMap { number($0) }.filter { (0...1).contains($0) }.map { UInt8(($0 * 255).rounded()) }
    guard numbers.count == 4 else { return nil }
    return TextColor(red: numbers[1], green: numbers[2], blue: numbers[3], opacity: numbers[0])
  }

  private static func value(_ color: TextColor) -> NSArray {
    let parts = [color.opacity, color.red, color.green, color.blue]
    return NSArray(array: parts.map { NSNumber(value: Double($0) / 255) })
  }

  // MARK: Of a text

  /// Returns the attributes that a text gives to a part of it.
  static func attributes(of span: StyledText.Span, _ placement: TextPlacement) -> [NSAttributedString.Key: Any] {
    var attributes: [NSAttributedString.Key: Any] = [:]
    func set(_ name: CFString, _ value: Any?) {
      if let value { attributes[NSAttributedString.Key(rawValue: String(describing: name))] = value }
    }
    func set(_ name: CFString, _ style: StyledText.Style) {
      if span.style.contains(style) { set(name, NSNumber(value: true) as Any) }
    }
    set(kCMTextMarkupAttribute_BoldStyle, .bold)
    set(kCMTextMarkupAttribute_ItalicStyle, .italic)
    set(kCMTextMarkupAttribute_UnderlineStyle, .underline)
    set(kCMTextMarkupAttribute_ForegroundColorARGB, span.look.color.map(value))
    set(kCMTextMarkupAttribute_CharacterBackgroundColorARGB, span.look.background.map(value))
    set(kCMTextMarkupAttribute_FontFamilyName, span.look.fontFamily.map { NSString(string: $0) })
    set(kCMTextMarkupAttribute_Alignment, placement.alignment.map(name))
    set(
      kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection,
      placement.position.map { NSNumber(value: $0) })
    set(
      kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection,
      placement.line.map { NSNumber(value: $0) })
    set(kCMTextMarkupAttribute_WritingDirectionSizePercentage, placement.size.map { NSNumber(value: $0) })
    set(
      kCMTextMarkupAttribute_VerticalLayout,
      placement.vertical.map {
        $0 == .leftToRight ? kCMTextVerticalLayout_LeftToRight : kCMTextVerticalLayout_RightToLeft
      })
    return attributes
  }

  private static func name(_ alignment: TextPlacement.Alignment) -> CFString {
    switch alignment {
    case .start: kCMTextMarkupAlignmentType_Start
    case .middle: kCMTextMarkupAlignmentType_Middle
    case .end: kCMTextMarkupAlignmentType_End
    case .left: kCMTextMarkupAlignmentType_Left
    case .right: kCMTextMarkupAlignmentType_Right
    }
  }

  /// Returns whether a rule is for a part of a text.
  static func selects(_ rule: AVTextStyleRule, _ span: StyledText.Span) -> Bool {
    guard let selector = rule.textSelector, !selector.isEmpty else { return true }
    let styles: [String: StyledText.Style] = ["b": .bold, "i": .italic, "u": .underline]
    return styles[selector].map { span.style.contains($0) } ?? false
  }
}

extension NSAttributedString {
  /// A text with its own style, and with the attributes that rules add to it.
  convenience init(_ text: StyledText, rules: [AVTextStyleRule] = []) {
    let result = NSMutableAttributedString(string: "")
    for span in text.spans {
      var attributes = TextMarkup.attributes(of: span, text.placement)
      for rule in rules where TextMarkup.selects(rule, span) {
        for (name, value) in rule.textMarkupAttributes {
          let key = NSAttributedString.Key(rawValue: name)
          // The media comes first, and then the first rule.
          if attributes[key] == nil { attributes[key] = value }
        }
      }
      result.append(NSAttributedString(string: span.text, attributes: attributes))
    }
    self.init(attributedString: result)
  }
}
