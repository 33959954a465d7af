internal import Foundation

/// How the work of encoding pictures is spread over them: a pure value.
///
/// A macroblock that moves or has detail is work; one that stays as it was is a fourth of that. How many of a picture's
/// are work shows in the bytes that the source spent on it: a few bits for each, and nearly none was skipped. More bytes
/// than that tell how finely the source was encoded, and not how hard it was.
struct WorkProfile: Sendable {
  /// The share of the work that is done with the first pictures, for each number of them.
  private let shares: [Float]

  /// - Parameters:
  ///   - sizes: the bytes of each picture of the source, in the order of decoding.
  ///   - macroblocks: of a picture of the source; a block has 16 pixels by 16, whatever the codec calls them.
  init(sizes: [Int], macroblocks: Double) {
    var (work, works) = (0.0, [0.0])
    for size in sizes {
      work += Self.work(bitsPerMacroblock: Double(size) * 8 / max(macroblocks, 1))
      works.append(work)
    }
    shares = works.map { work > 0 ? Float($0 / work) : 0 }
  }

  /// Of a macroblock that is skipped, beside one that is not.
  private static let skippedWork = 0.25
  /// So many bits for each macroblock, and all but one of e are coded.
  private static let bitsOfCoded = 6.0

  private static func work(bitsPerMacroblock bits: Double) -> Double {
    let skipped = exp(-bits / bitsOfCoded)
    return skipped * skippedWork + 1 - skipped
  }

  /// How many pictures there are.
  var count: Int { shares.count - 1 }

  /// The share of the work that is done with so many pictures.
  ///
  /// - Parameter total: how many there are, where that turned out to be another number.
  func share(of pictures: Int, among total: Int? = nil) -> Double {
    func share(_ pictures: Int) -> Double { Double(shares[min(max(pictures, 0), count)]) }
    let whole = share(total ?? count)
    return whole > 0 ? min(share(pictures) / whole, 1) : 0
  }
}
