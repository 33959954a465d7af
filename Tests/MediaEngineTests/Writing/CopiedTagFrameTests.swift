import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

@Suite struct CopiedTagFrameTests {
  private static let stereo: UInt8 = 0x00
  private static let joint: UInt8 = 0x40
  private static let mono: UInt8 = 0xC0

  /// A frame of MPEG-1 layer III with 128 kbit/s at 44.1 kHz, all zero behind its header but for a tag's name.
  private static func packet(_ mode: UInt8, name: String? = nil) -> Packet {
    var frame: [UInt8] = [0xFF, 0xFB, 0x90, mode] + [UInt8](repeating: 0, count: 413)
    let start = 4 + (mode == mono ? 17 : 32)
    if let name { frame.replaceSubrange(start..<start + 4, with: Array(name.utf8)) }
    let storage = frame.withUnsafeBytes { PacketStorage(copying: $0) }
    return Packet(
      bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: 0, dts: 0, duration: 1152,
      timeBase: TimeBase(ticksPerSecond: 44_100))
  }

  @Test(arguments: ["Xing", "Info"])
  func `a tag at the start becomes silence with the channel mode of the frame behind it`(name: String) {
    var tag = CopiedTagFrame()
    var first = Self.packet(Self.stereo, name: name)
    let patch = tag.silence(&first, at: 100, isFirst: true)
    #expect(patch?.offset == nil)
    #expect([UInt8](first.bytes) == [UInt8](Self.packet(Self.stereo).bytes))
    var second = Self.packet(Self.joint)
    let change = tag.silence(&second, at: 517, isFirst: false)
    #expect(change?.byte == Self.joint && change?.offset == 103)
    #expect([UInt8](second.bytes) == [UInt8](Self.packet(Self.joint).bytes))
    var third = Self.packet(Self.stereo)
    let another = tag.silence(&third, at: 934, isFirst: false)
    #expect(another?.offset == nil, "only the frame behind it counts")
  }

  @Test func `the mode of another number of channels is not taken`() {
    var tag = CopiedTagFrame()
    var first = Self.packet(Self.mono, name: "Info")
    _ = tag.silence(&first, at: 0, isFirst: true)
    var second = Self.packet(Self.stereo)
    let patch = tag.silence(&second, at: 417, isFirst: false)
    #expect(patch?.offset == nil)
  }

  @Test func `frames without a name, a placeholder, and frames in mid-stream stay as they are`() {
    var placeholder = Self.packet(Self.stereo, name: "Xing")
    placeholder.isTagPlaceholder = true
    for (packet, isFirst) in [
      (Self.packet(Self.stereo), true), (placeholder, true), (Self.packet(Self.stereo, name: "Xing"), false),
    ] {
      var tag = CopiedTagFrame()
      var given = packet
      let patch = tag.silence(&given, at: 0, isFirst: isFirst)
      #expect(patch?.offset == nil && [UInt8](given.bytes) == [UInt8](packet.bytes))
      var next = Self.packet(Self.joint)
      let change = tag.silence(&next, at: 417, isFirst: false)
      #expect(change?.offset == nil)
    }
  }
}
