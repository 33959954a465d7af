public import Foundation
import Synchronization

/// Style attributes for subtitles that have none of their own (PI-56).
///
/// A rule gives all of a text, or a part of it, attributes whose names begin with `kCMTextMarkupAttribute_`.
public final class AVTextStyleRule: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants, of which dictionaries hold property lists that nobody changes.

  /// The attributes, by their names.
  public let textMarkupAttributes: [String: Any]
  /// The part of a text that the rule is for, as a selector of CSS names it. It is `nil` for all of the text.
  public let textSelector: String?

  /// A rule for all of a text.
  ///
  /// - Returns: `nil` where `init(textMarkupAttributes:textSelector:)` returns it.
  public convenience init?(textMarkupAttributes: [String: Any]) {
    self.init(textMarkupAttributes: textMarkupAttributes, textSelector: nil)
  }

  /// A rule for a part of a text.
  ///
  /// - Parameter textSelector: `b`, `i` or `u` for text that is bold, italic or underlined. Others select nothing: the
  ///   classes of a text are not kept.
  /// - Returns: `nil` for names that are not those of attributes, and for values that the attribute cannot have.
  public init?(textMarkupAttributes: [String: Any], textSelector: String?) {
    guard textMarkupAttributes.allSatisfy({ TextMarkup.isValid($1, for: $0) }) else { return nil }
    self.textMarkupAttributes = textMarkupAttributes
    self.textSelector = textSelector
  }

  /// The rule itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  private static let (attributesKey, selectorKey) = ("TextMarkupAttributes", "TextSelector")

  /// Returns a property list of some rules, to be stored. Its form is this library's own.
  public class func propertyList(for textStyleRules: [AVTextStyleRule]) -> Any {
    textStyleRules.map { rule in
      var entry: [String: Any] = [attributesKey: rule.textMarkupAttributes]
      entry[selectorKey] = rule.textSelector
      return entry
    }
  }

  /// Returns the rules of a property list.
  ///
  /// - Returns: `nil` for a property list that `propertyList(for:)` did not make.
  public class func textStyleRules(fromPropertyList plist: Any) -> [AVTextStyleRule]? {
    guard let entries = plist as? [[String: Any]] else { return nil }
    let rules = entries.map { entry in
      (entry[attributesKey] as? [String: Any]).flatMap {
        AVTextStyleRule(textMarkupAttributes: $0, textSelector: entry[selectorKey] as? String)
      }
    }
    return rules.contains { $0 == nil } ? nil : rules.compactMap { $0 }
  }
}

// The rules of an item.
extension AVPlayerItem {
  /// The rules that style texts which have no style of their own. The first rule comes before the others. They are for
  /// WebVTT alone (PI-56). It is `nil` until it is set.
  public var textStyleRules: [AVTextStyleRule]? {
    get { state.withLock { $0.textStyleRules } }
    set {
      state.withLock { $0.textStyleRules = newValue }
      for output in allOutputs { output.textStyleDidChange() }
    }
  }
}
