import CoreMedia
import MediaInterop
import MovieFile
import Testing

@testable import MediaEngine

/// When what is lost of a track's media would be presented. Times are milliseconds.
@Suite struct ReadingLossesTests {
  private static let sound = (0..<6).map { ScriptedPackets.Step(dts: $0 * 10, duration: 10) }

  /// Sound of 60 ms in packets of 10, of which some are lost.
  ///
  /// - Parameters:
  ///   - lost: the times of their packets.
  ///   - stated: the range in which the container says that the track is presented; the script's when nil.
  private func losses(
    of lost: [Int64], _ edits: [Edit]?, in part: CMTimeRange = range(0, 10_000), isDamaged: Bool = false,
    stated: CMTimeRange? = nil
  ) throws -> ReadingLosses {
    let context = try ReadingContext.scripted(.slowSound)
    let map = edits.map { EditMap($0, movieTimeScale: 1000, mediaTimeScale: 1000, mediaEnd: 60) }
    var track = context.track
    track.timeRange = stated ?? track.timeRange
    let losses = ReadingLosses(of: track, context.timeline, edits: map, in: part, isDamaged: isDamaged)
    for step in Self.sound {
      losses.change { $0.note(step.packet) }
      if lost.contains(step.dts) { losses.lose(step.packet) }
    }
    return losses
  }

  /// Shows 20 to 50 at 0, and 0 to 40 at 30.
  private static let two: [Edit] = [.media(start: 20, duration: 30), .media(start: 0, duration: 40)]
  /// Shows 35 to 55 at 0, nothing at 20, and 0 to 32 at 25.
  private static let gapped: [Edit] = [
    .media(start: 35, duration: 20), .empty(duration: 5), .media(start: 0, duration: 32),
  ]
  /// Shows 0 to 20 at 0, 10 to 30 at 20, and 15 to 35 at 40.
  private static let three: [Edit] = [0, 10, 15].map { .media(start: $0, duration: 20) }

  @Test func `without edits a loss lies at the media's own times`() throws {
    #expect(try losses(of: [30], nil).ranges == [range(30, 40)])
    #expect(try losses(of: [10, 20, 50], nil).ranges == [range(10, 30), range(50, 60)])
  }

  @Test(arguments: [0, 5, 25, 50])
  func `a stated end hides no loss of packets that are presented behind it`(end: Int64) throws {
    #expect(try losses(of: [30, 50], nil, stated: range(0, end)).ranges == [range(30, 40), range(50, 60)])
  }

  @Test func `a loss is listed for each edit that shows it`() throws {
    #expect(try losses(of: [30], Self.two).ranges == [range(10, 20), range(60, 70)])
    #expect(try losses(of: [0], Self.two).ranges == [range(30, 40)])
    #expect(try losses(of: [40], Self.two).ranges == [range(20, 30)])
  }

  @Test func `a loss is cut to the edits that show parts of it`() throws {
    #expect(try losses(of: [30], Self.gapped).ranges == [range(0, 5), range(55, 57)])
  }

  @Test func `losses that touch in the presentation are one`() throws {
    #expect(try losses(of: [10], Self.three).ranges == [range(10, 30), range(40, 45)])
  }

  @Test func `what no edit shows is not listed beside what one shows`() throws {
    #expect(try losses(of: [30, 50], Self.two).ranges == [range(10, 20), range(60, 70)])
  }

  @Test func `a range that is read has its own losses alone`() throws {
    #expect(try losses(of: [30], Self.two, in: range(25, 100)).ranges == [range(60, 70)])
    #expect(try losses(of: [30], Self.two, in: range(15, 65)).ranges == [range(15, 20), range(60, 65)])
  }

  @Test func `the losses of a range stay when the next is read`() throws {
    let losses = try losses(of: [30], Self.two, in: range(0, 30))
    losses.begin(range(30, 70))
    for step in Self.sound { losses.change { $0.note(step.packet) } }
    losses.lose(Self.sound[0].packet)
    #expect(losses.ranges == [range(10, 20), range(30, 40)])
  }

  @Test(arguments: [(nil, 30), (two, 10)] as [([Edit]?, Int64)])
  func `where nothing is found missing, a stretch without duration says where it is first shown`(
    edits: [Edit]?, time: Int64
  ) throws {
    let losses = try losses(of: [], edits)
    losses.begin(range(0, 10_000))
    for step in Self.sound {
      if step.dts == 30 { losses.change { $0.suspectNext() } }
      losses.change { $0.note(step.packet) }
    }
    #expect(losses.ranges == [range(time, time)])
  }

  @Test func `a track whose tables are damaged lacks what is behind all that was read, or an unknown part`() throws {
    #expect(try losses(of: [], nil, isDamaged: true).ranges == [range(60)])
    #expect(try losses(of: [], Self.two, isDamaged: true).ranges == [range(0)])
    #expect(try losses(of: [30], Self.two, isDamaged: true).ranges == [range(10, 20), range(60, 70)])
  }

  @Test func `nothing is lost of what is whole`() throws {
    for edits in [nil, Self.two, Self.gapped, Self.three] as [[Edit]?] {
      #expect(try losses(of: [], edits).ranges == [])
    }
  }
}
