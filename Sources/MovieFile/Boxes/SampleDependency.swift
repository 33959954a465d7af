/// A sample's dependencies, which are one byte of `sdtp` (ISO 14496-12 8.6.4).
package struct SampleDependency: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The answer to a yes-or-no question, which may be unknown.
  package enum Answer: UInt8, Sendable {
    case unknown = 0
    case yes = 1
    case no = 2
  }

  package init(dependsOnOthers: Answer = .unknown, isDependedOn: Answer = .unknown, hasRedundancy: Answer = .unknown) {
    rawValue = dependsOnOthers.rawValue << 4 | isDependedOn.rawValue << 2 | hasRedundancy.rawValue
  }

  package static let unknown = SampleDependency(rawValue: 0)

  /// The answer to whether other samples are needed to decode this one: `no` for an I picture.
  package var dependsOnOthers: Answer { Answer(rawValue: rawValue >> 4 & 3) ?? .unknown }
  /// The answer to whether others need this one: `no` for a picture that may be dropped.
  package var isDependedOn: Answer { Answer(rawValue: rawValue >> 2 & 3) ?? .unknown }
  /// The answer to whether the sample holds redundant coding.
  package var hasRedundancy: Answer { Answer(rawValue: rawValue & 3) ?? .unknown }
}
