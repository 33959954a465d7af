/// How the work of encoding pictures is spread over them: a pure value.
///
/// Half of it is alike for each, and half in proportion to the bytes that the source spent on it: what moves and has detail is
/// as much harder for the one encoder as it was for the other.
struct WorkProfile: Sendable {
  /// The share of the work that is done with the first pictures, for each number of them.
  private let shares: [Float]

  /// - Parameter sizes: the bytes of each picture of the source, in the order of decoding.
  init(sizes: [Int]) {
    let mean = Double(sizes.reduce(0, +)) / Double(max(1, sizes.count))
    var (work, works) = (0.0, [0.0])
    for size in sizes {
      work += 1 + (mean > 0 ? Double(size) / mean : 0)
      works.append(work)
    }
    shares = works.map { work > 0 ? Float($0 / work) : 0 }
  }

  /// How many pictures there are.
  var count: Int { shares.count - 1 }

  /// The share of the work that is done with so many pictures.
  func share(of pictures: Int) -> Double { Double(shares[min(max(pictures, 0), count)]) }
}
