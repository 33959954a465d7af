import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// What is of use behind a lost packet.
@Suite struct UsablePacketsTests {
  /// A packet in decode order, and whether it is lost once it was admitted.
  private struct Step {
    var time: Int64?
    var isKey = false
    var isDroppable = false
    var isDamaged = false
    var followsDamage = false
    var isLost = false
    /// An H.264 slice that others are predicted from.
    var bytes: [UInt8] = [0, 0, 0, 1, 0x41, 0x80]

    static func key(_ time: Int64?) -> Step { Step(time: time, isKey: true) }
    static func picture(_ time: Int64) -> Step { Step(time: time) }
    static func droppable(_ time: Int64) -> Step { Step(time: time, isDroppable: true) }
    /// An H.264 slice that says that no other is predicted from it.
    static func unreferenced(_ time: Int64) -> Step { Step(time: time, bytes: [0, 0, 0, 1, 0x01, 0x80]) }

    /// It turns out that it cannot be decoded.
    var lost: Step { with { $0.isLost = true } }
    /// The container says so.
    var damaged: Step { with { ($0.isDamaged, $0.isLost) = (true, true) } }
    var behindDamage: Step { with { $0.followsDamage = true } }

    private func with(_ change: (inout Step) -> Void) -> Step {
      var step = self
      change(&step)
      return step
    }

    var packet: Packet {
      let storage = bytes.withUnsafeBytes { PacketStorage(copying: $0) }
      var packet = Packet(
        bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: time, dts: nil, duration: 20,
        timeBase: TimeBase(ticksPerSecond: 1000))
      packet.isKeyFrame = isKey
      packet.isDroppable = isDroppable
      packet.isDamaged = isDamaged
      packet.followsDamage = followsDamage
      return packet
    }
  }

  /// The times of those that are admitted.
  private func admitted(_ steps: [Step], _ codec: CodecID = .hevc, isPictures: Bool = true) -> [Int64?] {
    var usable = UsablePackets(CodecParameters(codec: codec), isPictures: isPictures)
    return steps.filter { step in
      let isAdmitted = usable.admit(step.packet)
      if isAdmitted, step.isLost { usable.lose(step.packet) }
      return isAdmitted
    }.map(\.time)
  }

  @Test func `of whole packets all are of use`() {
    #expect(
      admitted([.picture(10), .key(0), .picture(40), .droppable(20), .key(80), .picture(60)])
        == [10, 0, 40, 20, 80, 60])
  }

  @Test func `a lost reference picture takes everything with it up to the next key frame`() {
    #expect(
      admitted([.key(0), .picture(20).lost, .picture(40), .droppable(30), .key(60), .picture(80)]) == [0, 20, 60, 80])
    #expect(
      admitted([.key(0), .picture(20).damaged, .picture(40), .droppable(30), .key(60), .picture(80)])
        == [0, 20, 60, 80])
  }

  @Test func `a damaged key frame takes its group with it`() {
    #expect(
      admitted([.key(0), .picture(20), .key(40).damaged, .picture(60), .key(80), .picture(100)])
        == [0, 20, 40, 80, 100])
  }

  @Test func `a damaged key frame is nothing to go on with`() {
    #expect(
      admitted([.key(0), .picture(20).lost, .key(40).damaged, .picture(60), .key(80), .picture(100)])
        == [0, 20, 80, 100])
  }

  @Test func `a key frame that cannot be decoded is nothing to go on with`() {
    #expect(
      admitted([.key(0), .picture(20).lost, .key(40).lost, .picture(60), .key(80), .picture(100)])
        == [0, 20, 40, 80, 100])
  }

  @Test func `what is shown before the key frame that goes on is lost, and behind the second nothing is`() {
    #expect(
      admitted([
        .key(0), .picture(20).lost, .key(60), .picture(40), .droppable(50), .picture(80), .key(120), .picture(100),
        .picture(140),
      ]) == [0, 20, 60, 80, 120, 100, 140])
  }

  @Test func `behind a key frame without a time everything is of use`() {
    #expect(admitted([.key(0).lost, .picture(20), .key(nil), .picture(10), .picture(40)]) == [0, nil, 10, 40])
  }

  @Test func `a picture that is lost behind the key frame that went on is waited for anew`() {
    #expect(
      admitted([.key(0).lost, .key(40), .picture(60).lost, .picture(80), .key(120), .picture(100), .picture(140)])
        == [0, 40, 60, 120, 140])
  }

  @Test func `a picture that no other needs is lost alone`() {
    #expect(admitted([.key(0), .picture(40), .droppable(20).lost, .picture(60)]) == [0, 40, 20, 60])
    #expect(admitted([.key(0), .picture(40), .unreferenced(20).lost, .picture(60)], .h264) == [0, 40, 20, 60])
    #expect(admitted([.key(0), .picture(40), .picture(20).lost, .picture(60)], .h264) == [0, 40, 20])
  }

  @Test func `what follows damage waits for a key frame, or is one`() {
    #expect(
      admitted([.key(0), .picture(20), .picture(40).behindDamage, .picture(60), .key(80), .picture(100)])
        == [0, 20, 80, 100])
    #expect(admitted([.key(0), .key(60).behindDamage, .picture(40), .picture(80)]) == [0, 60, 80])
    #expect(admitted([.key(0), .key(60).behindDamage.damaged, .picture(80)]) == [0])
  }

  @Test func `each packet of sound is of use by itself`() {
    #expect(
      admitted([.key(0).lost, .picture(20).damaged, .picture(40).behindDamage, .picture(30)], .aac, isPictures: false)
        == [0, 20, 40, 30])
  }
}
