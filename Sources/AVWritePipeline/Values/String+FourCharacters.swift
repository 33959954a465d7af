extension String {
  /// A four-character code for people: `aac ` is padded with a space.
  var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}
