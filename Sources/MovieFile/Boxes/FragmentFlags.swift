/// Optional fields of `tfhd` (ISO 14496-12 8.8.7).
struct TrackFragmentFlags: OptionSet {
  var rawValue: UInt32
  static let baseOffset = TrackFragmentFlags(rawValue: 0x1)
  static let entry = TrackFragmentFlags(rawValue: 0x2)
  static let duration = TrackFragmentFlags(rawValue: 0x8)
  static let size = TrackFragmentFlags(rawValue: 0x10)
  static let flags = TrackFragmentFlags(rawValue: 0x20)
  static let baseIsFragment = TrackFragmentFlags(rawValue: 0x2_0000)
}

/// Optional fields of `trun` and of its rows, in file order (ISO 14496-12 8.8.8).
struct RunFlags: OptionSet {
  var rawValue: UInt32
  static let dataOffset = RunFlags(rawValue: 0x1)
  static let firstFlags = RunFlags(rawValue: 0x4)
  static let duration = RunFlags(rawValue: 0x100)
  static let size = RunFlags(rawValue: 0x200)
  static let flags = RunFlags(rawValue: 0x400)
  static let compositionOffset = RunFlags(rawValue: 0x800)

  /// The fields of a row.
  static let columns: RunFlags = [.duration, .size, .flags, .compositionOffset]
}
