import Bitstreams

extension CodecParameters {
  /// The width and the height of the smallest coding tree block of HEVC, in luma samples (H.265, 7.4.3.2.1).
  static let leastTreeBlock = 16

  /// The width and the height of HEVC's coding tree blocks, each of which is decoded whole or not at all, in luma samples:
  /// the smallest of the configuration's, where all parameter sets are there.
  var smallestTreeBlock: Int {
    guard let record = try? HEVCConfiguration(parsing: extradata) else { return Self.leastTreeBlock }
    let sets = record.arrays.filter { $0.type == .sequenceParameterSet }
    let sizes = sets.flatMap(\.units).map { (try? HEVCSequenceParameterSet(nalUnit: $0))?.treeBlockSize ?? 0 }
    guard sets.allSatisfy(\.isComplete), let size = sizes.min() else { return Self.leastTreeBlock }
    return max(size, Self.leastTreeBlock)
  }
}
