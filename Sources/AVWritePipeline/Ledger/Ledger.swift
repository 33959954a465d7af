/// An account of what happens to each fact of a source: nothing is lost in silence.
public struct Ledger: Sendable, Hashable {
  /// One fact, and what becomes of it.
  public struct Entry: Sendable, Hashable {
    /// The fact's name, such as `track.2.language`.
    public var fact: String
    /// The fact's value in the source, or nil for a fact that only the other file has.
    public var from: String?
    /// The fact's value in the other file, or nil for a fact that it does not have.
    public var to: String?
    /// The name of the fact in the other file, if it differs.
    public var alias: String?
    /// The reason in a few words, or nil if none is known.
    public var reason: String?

    /// The reason for a fact that belongs to no part of the source that was asked for.
    static let isOutside = "outside the part that was asked for"
    /// The reason for a track that is not chosen.
    static let isNotChosen = "--tracks does not name it"

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

  /// The facts that are as they were, under whatever name.
  public var kept: [Entry] = []
  /// The facts that are there, but not as they were.
  public var converted: [Entry] = []
  public var dropped: [Entry] = []
  /// The facts that the source does not have.
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
      "fact": JSON(fact), "from": JSON(from), "to": JSON(to),
      "as": JSON(alias), "reason": JSON(reason),
    ]
    return object.withoutNulls
  }
}

extension Ledger {
  /// Reads a ledger from its object. Returns nil if a list is missing.
  init?(reading object: JSON) {
    func list(_ name: String) -> [Entry]? { object[name]?.read(Entry.init(reading:)) }
    guard let kept = list("kept"), let converted = list("converted"), let dropped = list("dropped"),
      let added = list("added")
    else { return nil }
    (self.kept, self.converted, self.dropped, self.added) = (kept, converted, dropped, added)
  }
}

extension Ledger.Entry {
  fileprivate init?(reading object: JSON) {
    guard let fact = object["fact"]?.text else { return nil }
    self.init(
      fact, from: object["from"]?.text, to: object["to"]?.text, alias: object["as"]?.text,
      reason: object["reason"]?.text)
  }
}
