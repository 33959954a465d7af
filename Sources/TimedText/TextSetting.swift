/// The style and the look of the next characters in a source of text.
struct TextSetting: Equatable {
  var style: StyledText.Style = []
  var look = TextLook()
  /// The outer looks, of tags that have not ended.
  private var outer: [TextLook] = []

  /// The deepest nesting of tags; more levels are ignored.
  private static let deepest = 64

  /// Begins a look, which lasts until `endLook()`.
  mutating func begin(_ change: (inout TextLook) -> Void) {
    if outer.count < Self.deepest { outer.append(look) }
    change(&look)
  }

  mutating func endLook() { look = outer.popLast() ?? TextLook() }
}

extension StyledText {
  mutating func append(_ text: String, _ setting: TextSetting) { append(text, setting.style, setting.look) }
}
