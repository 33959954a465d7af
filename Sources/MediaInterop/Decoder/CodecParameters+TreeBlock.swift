import Bitstreams

extension CodecParameters {
  /// The width and the height of the smallest coding tree block of HEVC, in luma samples (H.265, 7.4.3.2.1).
  static let leastTreeBlock = 16

  /// The width and the height of HEVC's coding tree blocks in luma samples. Each block is decoded completely or not at
  /// all. It is the smallest size in the configuration, if that contains all parameter sets.
  var smallestTreeBlock: Int {
    guard let record = try? HEVCConfiguration(parsing: extradata) else { return Self.leastTreeBlock }
    let sets = record.arrays.filter { $0.type == .sequenceParameterSet }
    let sizes = sets.flatMap(\.units).map { (try? HEVCSequenceParameterSet(nalUnit: $0))?.treeBlockSize ?? 0 }
    guard sets.allSatisfy(\.isComplete), let size = sizes.min() else { return Self.leastTreeBlock }
    return max(size, Self.leastTreeBlock)
  }
}
