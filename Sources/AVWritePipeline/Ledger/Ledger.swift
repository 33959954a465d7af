/// The account of what happens to each fact of a source: nothing is lost in silence.
public struct Ledger: Sendable, Hashable {
  /// One fact and what becomes of it.
  public struct Entry: Sendable, Hashable {
    /// The fact's name, such as `track.2.language`.
    public var fact: String
    /// Its value in the source; nil for what only the other file says.
    public var from: String?
    /// Its value in the other file; nil for what it does not say.
    public var to: String?
    /// The other file's name of the fact, where it has one of its own.
    public var alias: String?
    /// In a few words; nil where none is known.
    public var reason: String?

    /// The reason of what belongs to no part of the source that is wanted.
    static let isOutside = "it is outside the part that was asked for"

    public init(
      _ fact: String, from: String? = nil, to: String? = nil, alias: String? = nil, reason: String? = nil
    ) {
      self.fact = fact
      self.from = from
      self.to = to
      self.alias = alias
      self.reason = reason
    }
  }

  /// As they were, under whatever name.
  public var kept: [Entry] = []
  /// There, and not as they were.
  public var converted: [Entry] = []
  public var dropped: [Entry] = []
  /// What the source does not say.
  public var added: [Entry] = []

  public init() {}
}

extension Ledger {
  var json: JSON {
    [
      "kept": .array(kept.map(\.json)), "converted": .array(converted.map(\.json)),
      "dropped": .array(dropped.map(\.json)), "added": .array(added.map(\.json)),
    ]
  }
}

extension Ledger.Entry {
  fileprivate var json: JSON {
    let object: JSON = [
      "fact": JSON(fact), "from": from.map { JSON($0) } ?? .null, "to": to.map { JSON($0) } ?? .null,
      "as": alias.map { JSON($0) } ?? .null, "reason": reason.map { JSON($0) } ?? .null,
    ]
    return object.withoutNulls
  }
}
