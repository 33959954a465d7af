internal import Foundation

/// How the work of encoding pictures is spread over them: a pure value.
///
/// How many of a picture's macroblocks move or have detail shows in the bytes that the source spent on it: some bits for each,
/// and few were skipped. More bytes than that tell how finely the source was encoded, and not how hard it was. Macroblocks
/// that stay as they were are taken in for a fourth of the work of others, and are next to none when they are coded.
struct WorkProfile: Sendable {
  /// How many pictures' macroblocks are skipped among the first pictures, for each number of them.
  private let skipped: [Float]

  /// - Parameters:
  ///   - sizes: the bytes of each picture of the source, in the order of decoding.
  ///   - macroblocks: of a picture of the source; a block has 16 pixels by 16, whatever the codec calls them.
  init(sizes: [Int], macroblocks: Double) {
    var (sum, sums) = (0.0, [Float(0)])
    for size in sizes {
      sum += exp(-Double(size) * 8 / max(macroblocks, 1) / Self.bitsOfCoded)
      sums.append(Float(sum))
    }
    skipped = sums
  }

  /// So many bits for each macroblock, and all but one of e are coded.
  private static let bitsOfCoded = 10.0
  /// Of a macroblock that is skipped, beside one that is not.
  private static let skippedIntake = 0.25
  private static let skippedOutput = 0.05

  /// How many pictures there are.
  var count: Int { skipped.count - 1 }

  /// What is done of all work on the pictures.
  ///
  /// - Parameters:
  ///   - taken: how many pictures the encoder has taken.
  ///   - coded: how many have left it.
  ///   - total: how many there are, where that turned out to be another number.
  func done(_ whole: Work, taken: Int, coded: Int, among total: Int? = nil) -> Work {
    func share(_ pictures: Int, _ skippedWork: Double) -> Double {
      let all = work(total ?? count, skippedWork)
      return all > 0 ? min(work(pictures, skippedWork) / all, 1) : 0
    }
    return whole.shares(share(taken, Self.skippedIntake), share(coded, Self.skippedOutput))
  }

  /// - Parameter skippedWork: of a macroblock that is skipped, beside one that is not.
  private func work(_ pictures: Int, _ skippedWork: Double) -> Double {
    let pictures = min(max(pictures, 0), count)
    return Double(pictures) - (1 - skippedWork) * Double(skipped[pictures])
  }
}
