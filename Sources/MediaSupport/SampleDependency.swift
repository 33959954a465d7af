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
  package var dependsOnOthers: Answer {
    get { answer(at: 4) }
    set { set(newValue, at: 4) }
  }

  /// The answer to whether other samples depend on this one: `no` for a picture that may be dropped.
  package var isDependedOn: Answer {
    get { answer(at: 2) }
    set { set(newValue, at: 2) }
  }

  /// The answer to whether the sample holds redundant coding.
  package var hasRedundancy: Answer {
    get { answer(at: 0) }
    set { set(newValue, at: 0) }
  }

  private func answer(at bit: Int) -> Answer { Answer(rawValue: rawValue >> bit & 3) ?? .unknown }

  private mutating func set(_ answer: Answer, at bit: Int) {
    rawValue = rawValue & ~(3 << bit) | answer.rawValue << bit
  }
}
