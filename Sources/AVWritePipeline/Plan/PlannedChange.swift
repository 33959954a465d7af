/// A change that a plan makes to some facts of its source.
struct PlannedChange: Sendable, Hashable {
  enum Fate: Sendable, Hashable {
    case dropped
    /// The value is converted. The new value is nil if it is known only when the output is finished.
    case converted(to: String?)
  }

  let facts: FactPattern
  let fate: Fate
  let reason: String

  static func dropping(_ facts: String, _ reason: String) -> PlannedChange {
    PlannedChange(facts: FactPattern(facts), fate: .dropped, reason: reason)
  }

  static func converting(_ facts: String, to value: String? = nil, _ reason: String) -> PlannedChange {
    PlannedChange(facts: FactPattern(facts), fate: .converted(to: value), reason: reason)
  }

  /// Returns a change of one fact, without the facts whose names continue its name.
  static func converting(only fact: String, to value: String, _ reason: String) -> PlannedChange {
    PlannedChange(facts: FactPattern(only: fact), fate: .converted(to: value), reason: reason)
  }
}

extension Ledger {
  /// Creates the ledger of some facts. The first change that is about a fact decides; a fact without a change is kept.
  init(_ facts: [Fact], _ changes: [PlannedChange]) {
    for fact in facts {
      guard let change = changes.first(where: { $0.facts.matches(fact.name) }) else {
        kept.append(Entry(fact.name, from: fact.value))
        continue
      }
      switch change.fate {
      case .dropped: dropped.append(Entry(fact.name, from: fact.value, reason: change.reason))
      case .converted(fact.value): kept.append(Entry(fact.name, from: fact.value))
      case .converted(let value):
        converted.append(Entry(fact.name, from: fact.value, to: value, reason: change.reason))
      }
    }
  }

  /// Returns the ledger with the reasons that a plan gave beforehand.
  func explained(by plan: Ledger) -> Ledger {
    let reasons = Dictionary((plan.dropped + plan.converted).map { ($0.fact, $0.reason) }) { first, _ in first }
    func explained(_ entries: [Entry]) -> [Entry] {
      entries.map { entry in
        var entry = entry
        entry.reason = reasons[entry.fact] ?? nil
        return entry
      }
    }
    var ledger = self
    (ledger.converted, ledger.dropped) = (explained(converted), explained(dropped))
    return ledger
  }

  /// Returns the ledger with those facts as counted, or else as a plan foretold them, that the output does not state
  /// itself, such as the durations in a container that only lets them be estimated.
  ///
  /// - Parameter counted: the values, by the facts' names, that were found by reading the output.
  func foretold(_ unstated: Set<String>, by plan: Ledger, counted: [String: String] = [:]) -> Ledger {
    var ledger = self
    for var entry in plan.converted where unstated.contains(entry.fact) {
      entry.to = entry.to ?? counted[entry.fact]
      if entry.to == entry.from { continue }
      ledger.kept.removeAll { $0.fact == entry.fact }
      ledger.converted.append(entry)
    }
    return ledger
  }

  /// Returns the same account of an output, in which every entry has a reason.
  ///
  /// - Parameter container: the output's. Only the output tells how it writes metadata: dates, numbers, several values.
  func explained(by plan: Ledger, in container: Container) -> Ledger {
    var ledger = explained(by: plan)
    for index in ledger.converted.indices where ledger.converted[index].reason == nil {
      ledger.converted[index].reason =
        ledger.converted[index].isMetadata
        ? "stored in another form in \(container.rawValue)" : "measured in the finished output"
    }
    for index in ledger.dropped.indices where ledger.dropped[index].reason == nil {
      ledger.dropped[index].reason = "not found in the finished output"
    }
    return ledger
  }
}

extension Ledger.Entry {
  fileprivate var isMetadata: Bool {
    ["metadata", "track.*.metadata", "file.creationDate"].contains { FactPattern($0).matches(fact) }
  }
}
