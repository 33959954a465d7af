internal import MediaSupport

/// A selection of the source's tracks: `video:1,audio:eng,subtitle:*`.
///
/// A selection names the tracks to keep; kinds that it does not name are left out.
public struct TrackSelection: Sendable, Hashable, Codable {
  /// One term of the list.
  public struct Term: Sendable, Hashable, Codable {
    /// The tracks of a kind that are selected.
    public enum Choice: Sendable, Hashable, Codable {
      case all
      /// The track of this number, from 1, among the tracks of its kind in the order of the file.
      case position(Int)
      /// A language code or tag, compared without regard to case; `en` and `eng` also mean `en-GB`.
      case language(String)
    }

    public var kind: TrackKind
    public var choice: Choice
  }

  public var terms: [Term]

  public init(terms: [Term]) { self.terms = terms }

  /// - Returns: `nil` when a term is not `KIND`, `KIND:*`, `KIND:NUMBER` or `KIND:LANGUAGE`.
  public init?(argument text: String) {
    terms = []
    for field in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let term = Term(field) else { return nil }
      terms.append(term)
    }
  }

  /// Returns whether a track is selected.
  ///
  /// - Parameters:
  ///   - position: the track's number, from 1, among the tracks of its kind.
  ///   - languages: the track's language code and tag, where it has them.
  public func contains(kind: TrackKind, position: Int, languages: [String]) -> Bool {
    terms.contains { $0.names(kind: kind, position: position, languages: languages) }
  }
}

extension TrackSelection.Term {
  func names(kind: TrackKind, position: Int, languages: [String]) -> Bool {
    guard kind == self.kind else { return false }
    return switch choice {
    case .all: true
    case .position(let wanted): wanted == position
    case .language(let wanted):
      languages.contains { language in
        let (language, wanted) = (ISO639.tag(language).lowercased(), ISO639.tag(wanted).lowercased())
        return language == wanted || language.hasPrefix(wanted + "-")
      }
    }
  }

  /// The term as it was written.
  var text: String {
    switch choice {
    case .all: kind.rawValue
    case .position(let position): "\(kind.rawValue):\(position)"
    case .language(let language): "\(kind.rawValue):\(language)"
    }
  }

  init?(_ text: Substring) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let kind = TrackKind(rawValue: String(name)) else { return nil }
    self.kind = kind
    guard parts.count == 2 else {
      choice = .all
      return
    }
    let value = parts[1]
    if value == "*" {
      choice = .all
    } else if let position = Int(value), position > 0 {
      choice = .position(position)
    } else if !value.isEmpty, value.utf8.allSatisfy({ (97...122).contains($0 | 0x20) || $0 == 45 }) {
      choice = .language(String(value))
    } else {
      return nil
    }
  }
}
