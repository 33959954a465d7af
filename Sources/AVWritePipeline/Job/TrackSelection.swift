internal import MediaSupport

/// A selection of the source's tracks: `1,3` or `video:1,audio:eng,subtitle:*`.
///
/// A selection names the tracks to keep; tracks that it does not name are left out.
public struct TrackSelection: Sendable, Hashable, Codable {
  /// One term of the list.
  public enum Term: Sendable, Hashable, Codable {
    /// The track that has this number in the file, as `avwrite inspect` prints it.
    case number(Int32)
    case kind(TrackKind, Choice)

    /// The tracks of a kind that are selected.
    public enum Choice: Sendable, Hashable, Codable {
      case all
      /// The track of this number, from 1, among the tracks of its kind in the order of the file.
      case position(Int)
      /// A language code or tag, compared without regard to case; `en` and `eng` also mean `en-GB`.
      case language(String)
    }
  }

  public var terms: [Term]

  public init(terms: [Term]) { self.terms = terms }

  /// Reads a selection as it is written. Its terms are `NUMBER`, `KIND`, `KIND:*`, `KIND:NUMBER` or `KIND:LANGUAGE`,
  /// with commas between them.
  ///
  /// - Returns: `nil` when a term is none of these.
  public init?(argument text: String) {
    terms = []
    for field in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let term = Term(field) else { return nil }
      terms.append(term)
    }
  }

  /// Returns whether a track is selected.
  public func contains(_ track: TrackFacts) -> Bool { terms.contains { $0.names(track) } }
}

extension TrackSelection.Term {
  func names(_ track: TrackFacts) -> Bool {
    switch self {
    case .number(let number): return number == track.id
    case .kind(let kind, _) where kind != track.kind: return false
    case .kind(_, .all): return true
    case .kind(_, .position(let wanted)): return wanted == track.position
    case .kind(_, .language(let wanted)):
      return track.languages.contains { language in
        let (language, wanted) = (ISO639.tag(language).lowercased(), ISO639.tag(wanted).lowercased())
        return language == wanted || language.hasPrefix(wanted + "-")
      }
    }
  }

  /// A Boolean value that says whether the term names a track that must exist. There may be none of a whole kind.
  var isParticular: Bool { if case .kind(_, .all) = self { false } else { true } }

  /// The term as it was written.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .kind(let kind, .all): kind.rawValue
    case .kind(let kind, .position(let position)): "\(kind.rawValue):\(position)"
    case .kind(let kind, .language(let language)): "\(kind.rawValue):\(language)"
    }
  }

  init?(_ text: Substring) {
    if let number = Int32(text), number > 0 {
      self = .number(number)
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let kind = TrackKind(rawValue: String(name)) else { return nil }
    guard parts.count == 2 else {
      self = .kind(kind, .all)
      return
    }
    let value = parts[1]
    if value == "*" {
      self = .kind(kind, .all)
    } else if let position = Int(value), position > 0 {
      self = .kind(kind, .position(position))
    } else if !value.isEmpty, value.utf8.allSatisfy({ (97...122).contains($0 | 0x20) || $0 == 45 }) {
      self = .kind(kind, .language(String(value)))
    } else {
      return nil
    }
  }
}
