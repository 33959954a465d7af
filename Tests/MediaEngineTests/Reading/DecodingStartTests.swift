import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// What signs of damage mean, by where decoding began.
@Suite struct DecodingStartTests {
  /// A coded picture of one H.264 unit.
  private static func picture(_ pts: Int64, isKey: Bool = false, unit: UInt8 = 0x41) -> Packet {
    let bytes = [0, 0, 0, 1, unit, 0x80].withUnsafeBytes { PacketStorage(copying: $0) }
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(bytes.bytes), owner: bytes, pts: pts, dts: pts, duration: 10,
      timeBase: TimeBase(ticksPerSecond: 1000))
    packet.isKeyFrame = isKey
    return packet
  }

  private static let (refresh, intra): (UInt8, UInt8) = (0x65, 0x41)

  private static func start(
    _ packets: [Packet], _ codec: CodecID = .h264, isPictures: Bool = true, hasStatedPackets: Bool = false,
    wanted: Int64? = nil
  ) -> DecodingStart {
    var start = DecodingStart(
      CodecParameters(codec: codec), isPictures: isPictures, hasStatedPackets: hasStatedPackets, wanted: wanted)
    for (number, packet) in packets.enumerated() { start.note(packet, number: number) }
    return start
  }

  private static func complaint(_ packet: Int, ofMedia: Bool = true) -> Complaint {
    Complaint(packet: packet, isOfMedia: ofMedia)
  }

  /// The verdicts on complaints of either kind about each packet of a start.
  private static func verdicts(_ packets: [Packet], wanted: Int64?) -> [[DamageVerdict]] {
    packets.indices.map { number in
      [true, false].map { isOfMedia in
        var start = Self.start(packets, wanted: wanted)
        return start.verdict(on: complaint(number, ofMedia: isOfMedia))
      }
    }
  }

  @Test(arguments: [nil, 100] as [Int64?])
  func `behind an instantaneous refresh nothing is excused`(wanted: Int64?) {
    let packets = [Self.picture(100, isKey: true, unit: Self.refresh), Self.picture(120), Self.picture(110)]
    #expect(Self.verdicts(packets, wanted: wanted).allSatisfy { $0 == [.damaged, .damaged] })
  }

  @Test(arguments: [nil, 100] as [Int64?])
  func `behind another random-access point references may be missing up to the next`(wanted: Int64?) {
    let packets = [
      Self.picture(100, isKey: true, unit: Self.intra), Self.picture(80), Self.picture(120),
      Self.picture(200, isKey: true, unit: Self.intra), Self.picture(180),
    ]
    #expect(
      Self.verdicts(packets, wanted: wanted) == [
        [.damaged, .excused], [.excused, .excused], [.damaged, .excused], [.damaged, .damaged], [.damaged, .damaged],
      ])
  }

  @Test func `a damaged key frame is damaged where it is the first one, too`() {
    var start = Self.start([Self.picture(100, isKey: true, unit: Self.intra)], wanted: 100)
    #expect(start.verdict(on: Self.complaint(0)) == .damaged)
    #expect(start.damagedTime == 100)
  }

  @Test func `frames that are shown before all packets from the first damaged one on are of those before it`() {
    let times = [0, 40, 20, 10, 30, 80, 60] as [Int64]
    var start = Self.start(times.enumerated().map { Self.picture($1, isKey: $0 == 0, unit: Self.refresh) })
    #expect(start.damageStart == nil)
    _ = start.verdict(on: Self.complaint(6))
    #expect(start.damageStart == 60)
    // Those at 10 and 30 are decoded behind it.
    _ = start.verdict(on: Self.complaint(2))
    #expect(start.damageStart == 10 && start.damagedTime == 20)
    _ = start.verdict(on: Self.complaint(5))
    #expect(start.damageStart == 10)
  }

  @Test func `before the first random-access point everything is excused, and its own damage is not`() {
    let packets = [Self.picture(10), Self.picture(20), Self.picture(30, isKey: true, unit: Self.refresh)]
    #expect(
      Self.verdicts(packets, wanted: nil) == [
        [.excused, .excused], [.excused, .excused], [.damaged, .damaged],
      ])
  }

  @Test func `a picture whose packet was excused is left out, and the others are not`() {
    var start = Self.start([Self.picture(30, isKey: true, unit: Self.intra), Self.picture(10), Self.picture(20)])
    #expect(start.verdict(on: Self.complaint(1)) == .excused)
    let verdicts: [DamageVerdict] = [10, 20, 30].map { start.verdict(onFrameAt: $0, until: nil, isFlagged: false) }
    #expect(verdicts == [.excused, .whole, .whole])
  }

  @Test func `within a track pictures before the random-access point are left out, whole or not`() {
    var start = Self.start([Self.picture(30, isKey: true, unit: Self.intra), Self.picture(10)], wanted: 30)
    #expect(start.verdict(onFrameAt: 10, until: nil, isFlagged: false) == .excused)
    #expect(start.verdict(onFrameAt: 30, until: nil, isFlagged: false) == .whole)
    #expect(start.verdict(onFrameAt: 40, until: nil, isFlagged: true) == .damaged)
  }

  @Test func `other codings mark no references: every complaint is damage`() {
    var start = Self.start([Self.picture(100, isKey: true), Self.picture(110)], .hevc, wanted: 100)
    #expect(start.verdict(on: Self.complaint(1, ofMedia: false)) == .damaged)
  }

  @Test func `sound of a stream may begin in the middle of a frame, and a track of stated packets may not`() {
    let packets = [Self.picture(0, isKey: true), Self.picture(10, isKey: true)]
    var stream = Self.start(packets, .aac, isPictures: false)
    #expect(stream.verdict(on: Self.complaint(0)) == .excused)
    #expect(stream.verdict(onFrameAt: 10, until: 20, isFlagged: false) == .whole)
    #expect(stream.verdict(on: Self.complaint(1)) == .damaged)
    var stated = Self.start(packets, .aac, isPictures: false, hasStatedPackets: true)
    #expect(stated.verdict(on: Self.complaint(0)) == .damaged)
    var lossless = Self.start(packets, .flac, isPictures: false)
    #expect(lossless.verdict(on: Self.complaint(0)) == .damaged, "its packets need no others")
  }

  @Test func `what runs up to the wanted sound is not heard, and its damage is none`() {
    let packets = [Self.picture(0), Self.picture(10), Self.picture(20)]
    var start = Self.start(packets, .aac, isPictures: false, hasStatedPackets: true, wanted: 20)
    #expect(start.verdict(onFrameAt: 0, until: 10, isFlagged: true) == .excused)
    #expect(start.verdict(onFrameAt: 20, until: 30, isFlagged: false) == .whole)
    #expect(start.verdict(on: Self.complaint(1)) == .excused)
    #expect(start.verdict(on: Self.complaint(2)) == .damaged)
  }

  @Test func `the container's own signs are damage`() {
    var packet = Self.picture(0)
    #expect(DamageVerdict(on: packet) == .whole)
    packet.followsDamage = true
    #expect(DamageVerdict(on: packet) == .damaged)
    packet = Self.picture(0)
    packet.isDamaged = true
    #expect(DamageVerdict(on: packet) == .damaged)
  }
}
