/// What decoding a sample needs and what needs it: one byte of `sdtp` (ISO 14496-12 8.6.4).
package struct SampleDependency: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The answers to a yes-or-no question that may be open.
  package enum Answer: UInt8, Sendable {
    case unknown = 0
    case yes = 1
    case no = 2
  }

  package init(dependsOnOthers: Answer = .unknown, isDependedOn: Answer = .unknown, hasRedundancy: Answer = .unknown) {
    rawValue = dependsOnOthers.rawValue << 4 | isDependedOn.rawValue << 2 | hasRedundancy.rawValue
  }

  package static let unknown = SampleDependency(rawValue: 0)

  /// Whether other samples are needed to decode this one: `no` for an I picture.
  package var dependsOnOthers: Answer { Answer(rawValue: rawValue >> 4 & 3) ?? .unknown }
  /// Whether others need this one: `no` for a picture that may be dropped.
  package var isDependedOn: Answer { Answer(rawValue: rawValue >> 2 & 3) ?? .unknown }
  /// Whether it holds redundant coding.
  package var hasRedundancy: Answer { Answer(rawValue: rawValue & 3) ?? .unknown }
}
