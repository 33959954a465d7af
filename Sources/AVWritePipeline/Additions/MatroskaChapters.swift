/// Matroska's chapters as mkvmerge and mkvextract write them in XML: a `ChapterAtom` with a start and a title for each.
///
/// All nested chapters of the edition count that players choose: the default one, else the first that is not hidden.
/// Chapters that are hidden or not enabled are left out with those in them. A chapter with several titles has the first of
/// them.
struct MatroskaChapters {
  private(set) var chapters: [ChapterFile.Chapter] = []
  private var rest: Substring

  private struct Edition {
    var chapters: [ChapterFile.Chapter] = []
    var isHidden = false
    var isDefault = false
  }

  /// A chapter whose end was not read yet.
  private struct Atom {
    var start: ExactTime?
    var end: ExactTime?
    var title: String?
    var language: String?
    var isLeftOut = false
    /// The position of the chapter in its edition, which is before that of the chapters nested in it.
    var place: Int
  }

  init(_ text: String) throws(ChapterFile.Problem) {
    rest = text[...]
    var open: [Atom] = []
    // The first is for chapters outside of any.
    var editions = [Edition()]
    while let (content, tag) = try next() {
      switch tag {
      case "EditionEntry": editions.append(Edition())
      case "/EditionFlagHidden": editions.changeLast { $0.isHidden = content == "1" }
      case "/EditionFlagDefault": editions.changeLast { $0.isDefault = content == "1" }
      case "ChapterAtom": open.append(Atom(place: editions[editions.count - 1].chapters.count))
      case "/ChapterAtom":
        guard let atom = open.popLast() else { throw ChapterFile.Problem(text: "an end tag of a chapter has no start") }
        guard let start = atom.start else { throw ChapterFile.Problem(text: "a chapter has no ChapterTimeStart") }
        let chapter = ChapterFile.Chapter(
          start: start, end: atom.end, title: atom.title ?? "", language: atom.language)
        editions.changeLast { edition in
          if atom.isLeftOut {
            edition.chapters.removeSubrange(atom.place...)
          } else {
            edition.chapters.insert(chapter, at: atom.place)
          }
        }
      case "/ChapterTimeStart": open.changeLast { $0.start = ChapterFile.time(content) }
      case "/ChapterTimeEnd": open.changeLast { $0.end = ChapterFile.time(content) }
      case "/ChapterFlagHidden": open.changeLast { $0.isLeftOut = $0.isLeftOut || content == "1" }
      case "/ChapterFlagEnabled": open.changeLast { $0.isLeftOut = $0.isLeftOut || content == "0" }
      case "/ChapterString": open.changeLast { $0.title = $0.title ?? content }
      case "/ChapLanguageIETF": open.changeLast { $0.language = content }
      default: break
      }
    }
    if !open.isEmpty { throw ChapterFile.Problem(text: "a chapter has no end tag") }
    let shown = editions.filter { !$0.isHidden && !$0.chapters.isEmpty }
    chapters = (shown.first(where: \.isDefault) ?? shown.first)?.chapters ?? []
  }

  /// Returns the text up to the next tag, and the tag's name; nil at the end.
  private mutating func next() throws(ChapterFile.Problem) -> (content: String, tag: String)? {
    var content = ""
    while let begin = rest.firstIndex(of: "<") {
      content += Self.text(rest[..<begin])
      rest = rest[begin...]
      if rest.hasPrefix("<!--") {
        try skip(past: "-->")
      } else if rest.hasPrefix("<![CDATA[") {
        rest = rest.dropFirst("<![CDATA[".count)
        content += try skip(past: "]]>")
      } else {
        rest = rest.dropFirst()
        let tag = try skip(past: ">")
        let name = tag.prefix { !$0.isWhitespace && ($0 != "/" || tag.hasPrefix("/")) }
        // An element without content is over at once.
        if tag.hasSuffix("/") || tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
        return (content.trimmingWhitespace, String(name))
      }
    }
    return nil
  }

  @discardableResult
  private mutating func skip(past end: String) throws(ChapterFile.Problem) -> Substring {
    guard let found = rest.firstRange(of: end) else { throw ChapterFile.Problem(text: "the XML ends within a tag") }
    defer { rest = rest[found.upperBound...] }
    return rest[..<found.lowerBound]
  }

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// Returns text with its entities replaced by the characters that they stand for.
  private static func text(_ raw: Substring) -> String {
    var (text, rest) = ("", raw)
    while let begin = rest.firstIndex(of: "&") {
      text += rest[..<begin]
      rest = rest[begin...]
      guard let end = rest.firstIndex(of: ";") else { break }
      let name = rest[rest.index(after: begin)..<end]
      if let character = entities[String(name)] ?? numbered(name) {
        text += character
        rest = rest[rest.index(after: end)...]
      } else {
        text += "&"
        rest = rest.dropFirst()
      }
    }
    return text + rest
  }

  /// Returns the character that a reference such as `#8211` or `#x2013` names.
  private static func numbered(_ name: Substring) -> String? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}

extension Array {
  fileprivate mutating func changeLast(_ change: (inout Element) -> Void) {
    if !isEmpty { change(&self[count - 1]) }
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex)])
  }
}
