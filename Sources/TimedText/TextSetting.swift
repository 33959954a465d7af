/// The style and the look of what comes next in a source of text.
struct TextSetting: Equatable {
  var style: StyledText.Style = []
  var look = TextLook()
  /// The looks around it, of tags that have not ended.
  private var outer: [TextLook] = []

  /// More tags in each other are of no use.
  private static let deepest = 64

  /// Begins another look, until `endLook()`.
  mutating func begin(_ change: (inout TextLook) -> Void) {
    if outer.count < Self.deepest { outer.append(look) }
    change(&look)
  }

  mutating func endLook() { look = outer.popLast() ?? TextLook() }
}

extension StyledText {
  mutating func append(_ text: String, _ setting: TextSetting) { append(text, setting.style, setting.look) }
}
