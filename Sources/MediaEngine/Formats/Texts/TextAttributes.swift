import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import TimedText

/// Values of a text format's extensions, or of a dictionary among them. Clients give numbers of any type.
struct TextAttributes {
  private let value: (CFString) -> Any?

  init(_ extensions: CMFormatDescription.Extensions) { value = { extensions[$0] } }

  private init(_ dictionary: NSDictionary) { value = { dictionary.object(forKey: $0) } }

  func hasValue(forAnyOf keys: [CFString]) -> Bool { keys.contains { value($0) != nil } }

  func number(_ key: CFString) -> Int64? { NumberAttribute(value(key))?.value.int64Value }

  func text(_ key: CFString) -> String? { value(key) as? String }

  func dictionary(_ key: CFString) -> TextAttributes? { (value(key) as? NSDictionary).map { TextAttributes($0) } }

  /// Returns the colour of a key. A component that is not stated is zero, and opacity is `nil`.
  func color(_ key: CFString) -> (red: Int64, green: Int64, blue: Int64, alpha: Int64?)? {
    guard let color = dictionary(key) else { return nil }
    return (
      color.number(kCMTextFormatDescriptionColor_Red) ?? 0, color.number(kCMTextFormatDescriptionColor_Green) ?? 0,
      color.number(kCMTextFormatDescriptionColor_Blue) ?? 0, color.number(kCMTextFormatDescriptionColor_Alpha)
    )
  }

  /// Returns the rectangle of a key. An edge that is not stated is zero.
  func box(_ key: CFString) -> TextBox? {
    guard let box = dictionary(key) else { return nil }
    func edge(_ key: CFString) -> Int16 { Int16(clamping: box.number(key) ?? 0) }
    return TextBox(
      top: edge(kCMTextFormatDescriptionRect_Top), left: edge(kCMTextFormatDescriptionRect_Left),
      bottom: edge(kCMTextFormatDescriptionRect_Bottom), right: edge(kCMTextFormatDescriptionRect_Right))
  }

  /// Returns the fonts of a key, by their numbers. It is `nil` where there are none.
  func fonts(_ key: CFString) -> [TimedTextFont]? {
    guard let names = value(key) as? NSDictionary else { return nil }
    let fonts = names.compactMap { number, name -> TimedTextFont? in
      guard let number = UInt16("\(number)"), let name = name as? String else { return nil }
      return TimedTextFont(number: number, name: name)
    }
    return fonts.isEmpty ? nil : fonts.sorted { $0.number < $1.number }
  }
}

extension TextBox {
  /// The rectangle as a dictionary of Core Media's keys.
  var dictionary: NSDictionary {
    NSDictionary(dictionary: [
      kCMTextFormatDescriptionRect_Top: NSNumber(value: top), kCMTextFormatDescriptionRect_Left: NSNumber(value: left),
      kCMTextFormatDescriptionRect_Bottom: NSNumber(value: bottom),
      kCMTextFormatDescriptionRect_Right: NSNumber(value: right),
    ])
  }
}
