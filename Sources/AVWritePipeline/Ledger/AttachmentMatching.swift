/// A matching of the attached files of two files: by the same bytes and name, else by the same bytes, else by the same
/// name. A pure value.
struct AttachmentMatching {
  /// The indices in the second file, by those in the first one.
  private(set) var partners: [Int: Int] = [:]

  init(_ before: [AttachmentFact], _ after: [AttachmentFact]) {
    var rest = Set(after.indices)
    for areSame in [Self.agree, Self.haveSameBytes, Self.haveSameName] {
      for index in before.indices where partners[index] == nil {
        let partner = rest.sorted().first { areSame(before[index], after[$0]) }
        guard let partner else { continue }
        partners[index] = partner
        rest.remove(partner)
      }
    }
  }

  private static func agree(_ one: AttachmentFact, _ other: AttachmentFact) -> Bool {
    haveSameBytes(one, other) && haveSameName(one, other)
  }

  private static func haveSameBytes(_ one: AttachmentFact, _ other: AttachmentFact) -> Bool {
    one.digest != nil && one.digest == other.digest
  }

  private static func haveSameName(_ one: AttachmentFact, _ other: AttachmentFact) -> Bool { one.name == other.name }
}
