import Testing

@testable import AVWritePipeline

/// Rule CL-14: which pictures of a cut are copied, and which are encoded.
@Suite struct CutPlanTests {
  private static func time(_ value: Int64) -> ExactTime { ExactTime(value: value, scale: 25) }

  /// Returns pictures of one tick in the order of decoding. `I` refreshes the decoder, and `C` begins an open group.
  private static func pictures(_ text: String) -> [CutPlan.Picture] {
    text.split(separator: " ").map { word in
      let start = Int64(word.drop { $0.isLetter }) ?? 0
      var picture = CutPlan.Picture(start: time(start), end: time(start + 1))
      picture.isAccessPoint = word.hasPrefix("I") || word.hasPrefix("C")
      picture.startsAnew = word.hasPrefix("I")
      return picture
    }
  }

  private static func plan(
    _ head: String, _ tail: String, _ from: Int64, _ to: Int64?, opensGroups: Bool = false
  ) -> CutPlan {
    CutPlan(head: pictures(head), tail: pictures(tail), from: time(from), to: to.map(time), opensGroups: opensGroups)
  }

  @Test func `a cut from one group's start to another's encodes nothing`() {
    let plan = Self.plan("I0 3 1 2", "I8 11 9 10 I12", 0, 12)
    #expect(plan.copiesAll && plan.encodedCount == 0)
    #expect(plan.copiedStart == Self.time(0) && plan.copiedEnd == Self.time(12))
  }

  @Test func `a cut that a track has no pictures in encodes nothing`() {
    let plan = CutPlan(head: [], tail: [], from: Self.time(30), to: Self.time(40))
    #expect(plan.copiesAll && plan.encodedCount == 0 && plan.copiedStart == nil)
  }

  @Test func `pictures before the next point of access are encoded, those behind it are copied`() {
    let plan = Self.plan("I0 3 1 2 I4", "", 2, nil)
    #expect(plan.headEnd == Self.time(4) && plan.copiedStart == Self.time(4) && plan.copiedEnd == nil)
    #expect(plan.encodedCount == 2 && plan.tailStart == nil)
  }

  @Test func `the picture that is on when the cut begins belongs to it`() {
    let plan = CutPlan(
      head: Self.pictures("I0 3 1 2 I4"), tail: [], from: ExactTime(value: 5, scale: 50), to: nil)
    #expect(plan.headEnd == Self.time(4) && plan.encodedCount == 2)
  }

  @Test func `pictures that are decoded after one behind the cut are encoded`() {
    let plan = Self.plan("I0", "I0 3 1 2 6 4 5 I7", 0, 6)
    #expect(plan.copiedEnd == Self.time(4) && plan.tailStart == Self.time(4) && plan.encodedCount == 2)
  }

  @Test func `copied pictures are shown before all that are encoded behind them`() {
    // 4 refers to 8, which is behind the cut; 6 is decoded before 2, and shown after it.
    let plan = Self.plan("I0", "I0 6 8 2 4", 0, 8)
    #expect(plan.copiedEnd == Self.time(2) && plan.encodedCount == 3)
  }

  @Test func `an open group begins a cut only where that was asked for, and never follows encoded pictures`() {
    let asked = Self.plan("C8 6 7 11 9 10 I12", "", 8, nil, opensGroups: true)
    #expect(asked.copiesAll && asked.copiedStart == Self.time(8))
    let start = Self.plan("C8 6 7 11 9 10 I12", "", 8, nil)
    #expect(start.copiedStart == Self.time(12) && start.encodedCount == 4)
    let within = Self.plan("I0 3 1 2 C6 4 5 9 7 8 I12", "", 2, nil)
    #expect(within.copiedStart == Self.time(12) && within.encodedCount == 8)
  }

  @Test func `pictures that lead the next group are encoded with the pictures before the cut's end`() {
    let plan = Self.plan("I0", "I0 3 1 2 C6 4 5 9", 0, 6)
    #expect(plan.copiedEnd == Self.time(4) && plan.tailStart == Self.time(4) && plan.encodedCount == 2)
  }

  @Test func `a cut within one group is encoded`() {
    let plan = Self.plan("I0 3 1 2 6 4 5 I7", "I0 3 1 2 6 4 5 I7", 1, 5)
    #expect(plan.copiedStart == nil && plan.headEnd == Self.time(5) && plan.encodedCount == 4)
  }

  @Test func `ends move to the nearest places where nothing is encoded`() {
    let (head, tail) = (Self.pictures("I0 3 1 2 I4 7 5 6"), Self.pictures("I8 11 9 10 C14 12 13 I16"))
    let near = CutPlan.snapped(head: head, tail: tail, from: Self.time(3), to: Self.time(13))
    // The pictures that lead the open group are decoded after its first.
    #expect(near.from == Self.time(4) && near.to == Self.time(12))
    let far = CutPlan.snapped(head: head, tail: tail, from: Self.time(1), to: nil)
    #expect(far.from == Self.time(0) && far.to == nil)
  }
}
