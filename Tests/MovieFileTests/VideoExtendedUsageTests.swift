import Testing

@testable import MovieFile

/// The box of pictures for two eyes.
@Suite struct VideoExtendedUsageTests {
  private static func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let payload = contents.flatMap { $0 }
    return [0, 0, 0, UInt8(8 + payload.count)] + Array(type.utf8) + payload
  }

  private static let version: [UInt8] = [0, 0, 0, 0]
  private static let payload =
    box(
      "eyes", box("stri", version, [3]), box("hero", version, [2]),
      box("cams", box("blin", version, [0, 0, 0x4B, 0x28])),
      box("cmfy", box("dadj", version, [0xFF, 0xFF, 0xFF, 0x38])), box("must", version))
    + box("proj", box("prji", version, Array("rect".utf8))) + box("pack", box("pkin", version, Array("side".utf8)))

  @Test func `it says the eyes, the cameras and the projection`() throws {
    let usage = try VideoExtendedUsage(parsing: Self.payload)
    #expect(usage.hasLeftEye && usage.hasRightEye && !usage.hasAdditionalViews)
    #expect(usage.heroEye == .right)
    #expect(usage.baseline == 19_240)
    #expect(usage.disparityAdjustment == -200)
    #expect(usage.projection == "rect")
    #expect(usage.packing == "side")
    #expect(VideoExtendedUsage.fieldOfView([0, 0, 0xFA, 0]) == 64_000)
  }

  @Test func `one that is cut says nothing or less, and an empty one nothing`() throws {
    #expect(VideoExtendedUsage.fieldOfView([0, 0, 0xFA]) == nil)
    let nothing = try VideoExtendedUsage(parsing: [])
    #expect(!nothing.hasLeftEye && nothing.baseline == nil)
    for count in 0..<Self.payload.count {
      let usage = try? VideoExtendedUsage(parsing: Array(Self.payload.prefix(count)))
      #expect(usage?.packing == nil)
    }
  }
}
