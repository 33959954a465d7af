/// The supplemental enhancement information in NAL units (H.264 and H.265, 7.3.2.3 and 7.3.5).
struct SupplementalMessages {
  private var messages: [(type: Int, payload: ArraySlice<UInt8>)] = []
  /// A Boolean value that says whether only the trailing bits follow the messages of each unit.
  private(set) var areWhole = true

  /// Reads the messages of a sample. Each unit of the sample comes after its length.
  init(_ sample: UnsafeRawBufferPointer, codec: NALCodec, lengthSize: Int) {
    for range in LengthPrefixedUnits(sample, lengthSize: lengthSize) { add(sample[range], codec) }
  }

  init(units: [[UInt8]], codec: NALCodec) {
    for unit in units { add(unit, codec) }
  }

  private mutating func add(_ unit: some Collection<UInt8>, _ codec: NALCodec) {
    guard let header = unit.first, codec.isSupplementalEnhancement(header: header) else { return }
    var rest = EmulationPrevention.removed(from: unit.dropFirst(codec.headerSize))[...]
    while true {
      let start = rest
      guard let type = Self.number(&rest), let size = Self.number(&rest), size <= rest.count else {
        if !start.elementsEqual([0x80]) { areWhole = false }
        return
      }
      messages.append((type, rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
  }

  /// The types of the messages, in order.
  var types: [Int] { messages.map(\.type) }

  /// The payloads of the messages of a type, in order.
  subscript(type: Int) -> [ArraySlice<UInt8>] { messages.filter { $0.type == type }.map(\.payload) }

  /// Reads a number that is coded as a sum of bytes; all but the last are 255.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var sum = 0
    while let byte = rest.popFirst() {
      sum += Int(byte)
      if byte != 0xFF { return sum }
    }
    return nil
  }
}
