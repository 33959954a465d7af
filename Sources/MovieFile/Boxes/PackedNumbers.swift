/// A column of numbers that are mostly near their neighbours or rise evenly, such as sizes and offsets in a file.
///
/// Memory: a block of numbers takes only the bits by which they differ from a straight line. Any number can be read
/// directly.
struct PackedNumbers<Value: FixedWidthInteger & Sendable>: Sendable {
  private var blocks: [PackedBlock] = []
  /// The numbers that are not packed yet: at most a block of them. The last number is always among them.
  private var open: [Value] = []

  init() {}

  init(_ numbers: some Sequence<Value>) { append(contentsOf: numbers) }

  mutating func append(contentsOf numbers: some Sequence<Value>) { for number in numbers { append(number) } }

  mutating func append(_ number: Value) {
    if open.count == PackedBlock.size { pack() }
    open.append(number)
  }

  /// Replaces the last number. There must be one.
  mutating func replaceLast(with number: Value) { open[open.count - 1] = number }

  private mutating func pack() {
    blocks.append(PackedBlock(open.map { Int64(truncatingIfNeeded: $0) }))
    open.removeAll(keepingCapacity: true)
  }
}

extension PackedNumbers: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
  var count: Int { blocks.count * PackedBlock.size + open.count }

  subscript(index: Int) -> Value {
    let block = index / PackedBlock.size
    guard block < blocks.count else { return open[index - blocks.count * PackedBlock.size] }
    return Value(truncatingIfNeeded: blocks[block][index % PackedBlock.size])
  }
}

/// A block of packed numbers. Each number is the sum of a straight line's value and of some bits.
private struct PackedBlock: Sendable {
  /// The count of numbers in a block. The block itself takes some 80 bytes, which is little in comparison.
  static let size = 256

  /// The line's value at the first number, and the difference between neighbours.
  private let start: Int64
  private let step: Int64
  /// The number of bits of each number. They are stored consecutively, beginning at the low end of the words.
  private let width: Int
  private let words: [UInt64]

  init(_ numbers: [Int64]) {
    let level = Self.line(numbers, step: 0)
    let rising = Self.line(numbers, step: (numbers[numbers.count - 1] &- numbers[0]) / Int64(numbers.count))
    let line = rising.width < level.width ? rising : level
    (start, step, width) = line
    var words: [UInt64] = []
    words.reserveCapacity((numbers.count * width + 63) / 64)
    var (word, used) = (UInt64(0), 0)
    for place in 0..<(width > 0 ? numbers.count : 0) {
      let bits = UInt64(bitPattern: numbers[place] &- line.start &- line.step &* Int64(place))
      word |= bits &<< UInt64(used)
      used += width
      if used >= 64 {
        words.append(word)
        used -= 64
        // The next word begins with the bits that did not fit into this one.
        word = bits >> UInt64(width - used)
      }
    }
    if used > 0 { words.append(word) }
    self.words = words
  }

  /// Returns the highest line of a slope for which no number is below it, and the number of bits for the distances from
  /// it.
  private static func line(_ numbers: [Int64], step: Int64) -> (start: Int64, step: Int64, width: Int) {
    var (least, greatest) = (Int64.max, Int64.min)
    for place in numbers.indices {
      let number = numbers[place] &- step &* Int64(place)
      (least, greatest) = (min(least, number), max(greatest, number))
    }
    return (least, step, UInt64.bitWidth - UInt64(bitPattern: greatest &- least).leadingZeroBitCount)
  }

  subscript(place: Int) -> Int64 {
    let line = start &+ step &* Int64(place)
    guard width > 0 else { return line }
    let (word, shift) = (place * width / 64, place * width % 64)
    var bits = words[word] >> UInt64(shift)
    if shift + width > 64 { bits |= words[word + 1] << UInt64(64 - shift) }
    return line &+ Int64(bitPattern: bits & (.max >> UInt64(64 - width)))
  }
}
