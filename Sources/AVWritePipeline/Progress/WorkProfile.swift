internal import Foundation

/// The distribution of the work of encoding over the pictures: a pure value.
///
/// The share of a picture's macroblocks that move or have detail is estimated from the bytes that the source used for
/// the picture: if there are some bits for each macroblock, few were skipped. More bytes than that show how finely the
/// source was encoded, and not how much work the picture was. Taking in a macroblock that did not change is a fourth of
/// the work of others, and encoding it is almost none.
struct WorkProfile: Sendable {
  /// The sums of the shares of skipped macroblocks over the first 0, 1, 2 and more pictures, up to all.
  private let skipped: [Float]

  /// - Parameters:
  ///   - sizes: the bytes of each picture of the source, in the order of decoding.
  ///   - macroblocks: the number of macroblocks in a picture of the source; a block has 16 pixels by 16, whatever the
  ///     codec calls it.
  init(sizes: [Int], macroblocks: Double) {
    var (sum, sums) = (0.0, [Float(0)])
    for size in sizes {
      sum += exp(-Double(size) * 8 / max(macroblocks, 1) / Self.bitsOfCoded)
      sums.append(Float(sum))
    }
    skipped = sums
  }

  /// The bits for each macroblock at which a share of 1/e is taken to be skipped.
  private static let bitsOfCoded = 10.0
  /// The work on a macroblock that is skipped, in comparison to one that is not.
  private static let skippedIntake = 0.25
  private static let skippedOutput = 0.05

  /// The number of pictures.
  var count: Int { skipped.count - 1 }

  /// Returns the part of all work on the pictures that is done.
  ///
  /// - Parameters:
  ///   - taken: the number of pictures that the encoder has taken.
  ///   - coded: the number of pictures that have left it.
  ///   - total: the number of all pictures, where it turned out to be another.
  func done(_ whole: Work, taken: Int, coded: Int, among total: Int? = nil) -> Work {
    func share(_ pictures: Int, _ skippedWork: Double) -> Double {
      let all = work(total ?? count, skippedWork)
      return all > 0 ? min(work(pictures, skippedWork) / all, 1) : 0
    }
    return whole.shares(share(taken, Self.skippedIntake), share(coded, Self.skippedOutput))
  }

  /// - Parameter skippedWork: the work on a macroblock that is skipped, in comparison to one that is not.
  private func work(_ pictures: Int, _ skippedWork: Double) -> Double {
    let pictures = min(max(pictures, 0), count)
    return Double(pictures) - (1 - skippedWork) * Double(skipped[pictures])
  }
}
