/// The style and the look of the characters that follow in a source.
struct TextSetting: Equatable {
  var style: StyledText.Style = []
  var look = TextLook()
  /// The looks before each of the tags that have not ended.
  private var outer: [TextLook] = []

  /// The largest number of looks in `outer`. A look inside more tags is applied, but ending it does not restore the
  /// look before it.
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
