import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// Configurations that are announced by packets which are left out.
@Suite struct PassedConfigurationTests {
  private static func packet(_ extradata: [UInt8]? = nil, _ parameters: CodecParameters? = nil, bytes: [UInt8] = [0])
    -> Packet
  {
    var packet = ScriptedPackets.Step(dts: 0, bytes: bytes).packet
    (packet.newExtradata, packet.newParameters) = (extradata, parameters)
    return packet
  }

  @Test func `the next packet that is used announces it, and none behind that`() {
    var passed = PassedConfiguration()
    passed.pass(Self.packet([1]))
    passed.pass(Self.packet([2]))
    passed.pass(Self.packet())
    #expect(passed.carry(to: Self.packet()).newExtradata == [2])
    #expect(passed.carry(to: Self.packet()).newExtradata == nil)
  }

  @Test func `a packet without bytes does not use it up, and what it announces holds behind it`() {
    var passed = PassedConfiguration()
    passed.pass(Self.packet([1]))
    _ = passed.carry(to: Self.packet(bytes: []))
    #expect(passed.carry(to: Self.packet()).newExtradata == [1])
    _ = passed.carry(to: Self.packet([2], bytes: []))
    #expect(passed.carry(to: Self.packet()).newExtradata == [2])
  }

  @Test func `another coding holds with the configuration that comes last`() {
    var passed = PassedConfiguration()
    let coding = CodecParameters(codec: .hevc)
    passed.pass(Self.packet([1], coding))
    let carried = passed.carry(to: Self.packet([2]))
    var expected = coding
    expected.extradata = [2]
    #expect(carried.newParameters == expected && carried.newExtradata == [2])
    // The packet's own coding comes last.
    passed.pass(Self.packet([1], coding))
    let own = passed.carry(to: Self.packet([3], CodecParameters(codec: .h264)))
    #expect(own.newParameters?.codec == .h264 && own.newExtradata == [3])
  }

  @Test func `what is announced before a random-access point is announced there`() {
    var packets = ([0, 10, 20, 30] as [Int64]).map { time -> Packet in
      var packet = ScriptedPackets.Step(dts: time, isKey: time != 10).packet
      packet.newExtradata = time == 10 ? [1] : nil
      return packet
    }[...]
    var found = AccessPoint(at: 20) { packets.popFirst() }.packets
    let first = found.popFirst()
    #expect(first?.pts == 20 && first?.newExtradata == [1])
  }
}
