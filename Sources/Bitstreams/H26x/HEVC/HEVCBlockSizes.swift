import MediaSupport

/// The sizes of the blocks in which HEVC codes pictures, as powers of two of luma samples (7.4.3.2.1).
struct HEVCBlockSizes: Hashable, Sendable {
  /// `MinCbLog2SizeY` and `CtbLog2SizeY`.
  var smallestCodingBlock: Int
  var codingTreeBlock: Int
  /// `MinTbLog2SizeY` and `MaxTbLog2SizeY`.
  private let smallestTransform: Int
  private let largestTransform: Int
  /// The greater of `max_transform_hierarchy_depth_inter` and `max_transform_hierarchy_depth_intra`.
  private let depth: Int

  /// Reads the fields from `log2_min_luma_coding_block_size_minus3` on. Values that the standard forbids cause no
  /// error.
  init(from reader: inout BitReader) throws(MediaError) {
    func number() throws(MediaError) -> Int { Int(try reader.exponentialGolomb()) }
    smallestCodingBlock = 3 + (try number())
    codingTreeBlock = smallestCodingBlock + (try number())
    smallestTransform = 2 + (try number())
    largestTransform = smallestTransform + (try number())
    depth = max(try number(), try number())
  }

  /// Returns whether the standard allows the sizes, and whether pictures of a size consist of whole coding blocks.
  func fit(width: Int, height: Int) -> Bool {
    (4...6).contains(codingTreeBlock) && smallestTransform < smallestCodingBlock
      && largestTransform <= min(codingTreeBlock, 5) && depth <= codingTreeBlock - smallestTransform
      && (width | height) & (1 << smallestCodingBlock - 1) == 0
  }

  /// Returns the number of coding tree blocks in a number of samples.
  func treeBlocks(in samples: Int) -> Int { (samples + 1 << codingTreeBlock - 1) >> codingTreeBlock }
}
