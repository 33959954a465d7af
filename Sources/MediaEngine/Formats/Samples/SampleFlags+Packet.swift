import CoreMedia
import MediaInterop
import MediaSupport

extension SampleFlags {
  /// Makes the flags of a packet's part in decoding.
  init(_ packet: Packet) { self.init(isSync: packet.isKeyFrame, packet.dependency) }

  /// Makes the flags of a sample's part in decoding.
  init(isSync: Bool, _ dependency: SampleDependency) {
    // For another module's option set, `[]` and `insert` are calls that look up its type at run time, for every sample.
    self.init(
      rawValue: (isSync ? 0 : Self.notSync.rawValue)
        | dependency.dependsOnOthers.bits(yes: .dependsOnOthers, no: .independent)
        | dependency.isDependedOn.bits(yes: .isDependedOnByOthers, no: .droppable)
        | dependency.hasRedundancy.bits(yes: .hasRedundantCoding, no: .hasNoRedundantCoding))
  }
}

extension SampleDependency {
  /// Makes the dependencies that a sample's flags state.
  init(_ flags: SampleFlags) {
    self.init(
      dependsOnOthers: Answer(flags, yes: .dependsOnOthers, no: .independent),
      isDependedOn: Answer(flags, yes: .isDependedOnByOthers, no: .droppable),
      hasRedundancy: Answer(flags, yes: .hasRedundantCoding, no: .hasNoRedundantCoding))
  }
}

extension SampleDependency.Answer {
  fileprivate init(_ flags: SampleFlags, yes: SampleFlags, no: SampleFlags) {
    self = flags.contains(yes) ? .yes : flags.contains(no) ? .no : .unknown
  }

  fileprivate func bits(yes: SampleFlags, no: SampleFlags) -> SampleFlags.RawValue {
    switch self {
    case .unknown: 0
    case .yes: yes.rawValue
    case .no: no.rawValue
    }
  }
}
