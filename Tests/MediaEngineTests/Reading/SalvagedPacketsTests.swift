import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// Packets of a damaged track, over a script.
@Suite struct SalvagedPacketsTests {
  @Test func `an error that is no damage comes behind all packets that were read before it`() throws {
    var steps = (0..<8).map { ScriptedPackets.Step(dts: Int64($0) * 40, duration: 40) }
    steps[5].error = MediaError(.inputOutput, .demuxing, "a disk that fails")
    let context = try ReadingContext.scripted(.tinyPictures, continuesAfterDamage: true)
    let packets = SalvagedPackets(
      ScriptedPackets(steps), of: context, isOrdered: true, statesDecodeTimes: true, try #require(context.losses))
    for step in steps[..<5] { #expect(try packets.next()?.dts == step.dts) }
    let error = #expect(throws: MediaError.self) { try packets.next() }
    #expect(error?.kind == .inputOutput)
  }
}
