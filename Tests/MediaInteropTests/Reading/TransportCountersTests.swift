import Testing

@testable import MediaInterop

/// What the counters of transport packets tell, of which each begins where the one before ends.
@Suite struct TransportCountersTests {
  /// A packet, filled up with bytes that begin nothing.
  ///
  /// - Parameters:
  ///   - length: what an elementary packet that begins here says of the bytes that follow those six; 0 for nothing.
  ///   - adaptation: the field behind its length.
  private static func packet(
    _ counter: UInt8, pid: UInt16 = 0x100, begins length: Int? = nil, hasError: Bool = false,
    adaptation: [UInt8]? = nil, hasPayload: Bool = true
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x47, UInt8(pid >> 8), UInt8(pid & 0xFF), counter]
    if hasError { bytes[1] |= 0x80 }
    if length != nil { bytes[1] |= 0x40 }
    if hasPayload { bytes[3] |= 0x10 }
    if let adaptation {
      bytes[3] |= 0x20
      bytes += [UInt8(adaptation.count)] + adaptation
    }
    if let length { bytes += [0, 0, 1, 0xE0, UInt8(length >> 8), UInt8(length & 0xFF)] }
    return bytes + Array(repeating: 0xFF, count: TransportCounters.packetSize - bytes.count)
  }

  private static let isNewBeginning: UInt8 = 0x80
  private static let hasClock: UInt8 = 0x10

  /// The numbers of the packets in which elementary ones that lack bytes begin, and of those before which others may be
  /// missing.
  private static func damage(_ packets: [[UInt8]]) -> [Set<Int>] {
    var counters = TransportCounters()
    // A slice need not begin at 0.
    let bytes: [UInt8] = [0] + packets.joined()
    for index in packets.indices {
      let start = 1 + index * TransportCounters.packetSize
      counters.note(
        bytes[start..<start + TransportCounters.packetSize], at: Int64(index * TransportCounters.packetSize))
    }
    return [counters.brokenStarts, counters.followingStarts].map { places in
      Set(places.map { Int($0) / TransportCounters.packetSize })
    }
  }

  private static let none: [Set<Int>] = [[], []]

  @Test(arguments: [0, 9, 13, 14, 15] as [UInt8])
  func `a whole sequence has no damage, also where the counter goes from 15 to 0`(first: UInt8) {
    let packets = (0..<40 as Range<UInt8>).map { Self.packet((first + $0) & 15, begins: $0 % 4 == 0 ? 0 : nil) }
    #expect(Self.damage(packets) == Self.none)
  }

  @Test(arguments: 1..<8)
  func `a missing packet breaks the elementary one that it was of, and is missing before the next`(missing: Int) {
    var packets = (0..<12 as Range<UInt8>).map { Self.packet(($0 + 12) & 15, begins: $0 % 4 == 0 ? 0 : nil) }
    packets.remove(at: missing)
    switch missing {
    case 1...3: #expect(Self.damage(packets) == [[0], [3]])
    // Nothing says that the one before had ended.
    case 4: #expect(Self.damage(packets) == [[0], [7]])
    default: #expect(Self.damage(packets) == [[4], [7]])
    }
  }

  @Test func `a packet may come twice, and counts once`() {
    let whole = [Self.packet(0, begins: 0), Self.packet(1), Self.packet(1), Self.packet(2), Self.packet(3, begins: 0)]
    #expect(Self.damage(whole) == Self.none)
    // Two packets hold 368 bytes, of which 6 are not counted in the length, and three hold 552.
    let cut = [Self.packet(0, begins: 500), Self.packet(1), Self.packet(1), Self.packet(4, begins: 0)]
    #expect(Self.damage(cut) == [[0], [3]])
  }

  @Test(arguments: [(362, []), (363, [0]), (100, []), (65_535, [0])] as [(Int, Set<Int>)])
  func `an elementary packet whose stated bytes all came is whole, whatever is missing behind it`(
    length: Int, broken: Set<Int>
  ) {
    let packets = [Self.packet(0, begins: length), Self.packet(1), Self.packet(5, begins: 0)]
    #expect(Self.damage(packets) == [broken, [2]])
  }

  @Test(
    arguments: [
      // No stuffing but the field's own length.
      ([], []), ([0, 0xFF], []), ([0], [0]),
      // A clock of six bytes, alone and with stuffing behind it.
      ([hasClock, 1, 2, 3, 4, 5, 6], [0]), ([hasClock, 1, 2, 3, 4, 5, 6, 0xFF], []),
      // Two private bytes.
      ([2, 2, 1, 2], [0]), ([2, 2, 1, 2, 0xFF], []),
    ] as [([UInt8], Set<Int>)])
  func `one that states no length ends with a transport packet that is filled up`(field: [UInt8], broken: Set<Int>) {
    let packets = [Self.packet(0, begins: 0), Self.packet(1, adaptation: field), Self.packet(4, begins: 0)]
    #expect(Self.damage(packets) == [broken, [2]])
  }

  @Test func `a counter that is said to begin anew tells of no gap`() {
    func packets(_ flags: UInt8) -> [[UInt8]] {
      [Self.packet(0, begins: 0), Self.packet(1), Self.packet(9, begins: 0, adaptation: [flags]), Self.packet(10)]
    }
    #expect(Self.damage(packets(Self.isNewBeginning)) == Self.none)
    #expect(Self.damage(packets(0)) == [[0], [2]])
  }

  @Test func `an error that the receiver noted breaks the elementary packet that it is in`() {
    let packets = [
      Self.packet(0, begins: 0), Self.packet(1), Self.packet(2, begins: 0), Self.packet(3, hasError: true),
      Self.packet(4, begins: 0, hasError: true), Self.packet(5, begins: 0),
    ]
    #expect(Self.damage(packets) == [[2, 4], []])
  }

  @Test func `what holds no media tells of no gap`() {
    var withoutSync = Self.packet(3)
    withoutSync[0] = 0x48
    let packets = [
      // The end of an elementary packet that began before.
      Self.packet(7), Self.packet(3), Self.packet(8, begins: 0), Self.packet(0, pid: 0x1FFF),
      Self.packet(5, pid: 0x1FFF, begins: 0), Self.packet(8, adaptation: [0], hasPayload: false), Self.packet(9),
      withoutSync, Self.packet(10, begins: 0),
    ]
    #expect(Self.damage(packets) == Self.none)
  }

  @Test func `each stream has its own counter`() {
    var packets: [[UInt8]] = []
    for counter in 0..<8 as Range<UInt8> {
      packets.append(Self.packet(counter, pid: 0x100, begins: counter % 4 == 0 ? 0 : nil))
      packets.append(Self.packet(15 - counter * 2, pid: 0x101, begins: 0))
      packets.append(Self.packet(counter + 8, pid: 0x1F00, begins: counter % 4 == 0 ? 0 : nil))
    }
    let others = packets.indices.filter { $0 % 3 == 1 }
    #expect(Self.damage(packets) == [Set(others.dropLast()), Set(others.dropFirst())])
  }
}
