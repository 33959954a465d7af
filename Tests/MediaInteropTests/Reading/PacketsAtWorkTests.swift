import TestSupport
import Testing

@testable import MediaInterop

struct PacketsAtWorkTests {
  @Test func `without further threads a packet is finished when it is sent`() {
    var packets = PacketsAtWork(threadCount: 1)
    for number in 0..<4 {
      packets.willSend()
      #expect(packets.earliest == number)
      packets.didSend()
      #expect(packets.firstUnfinished == number + 1 && packets.sentCount == number + 1)
      packets.willReceive()
      #expect(packets.earliest == number)
    }
  }

  @Test func `with threads an error belongs to the earliest packet at work`() {
    var packets = PacketsAtWork(threadCount: 3)
    var earliest: [[Int]] = []
    for _ in 0..<5 {
      packets.willSend()
      let sending = packets.earliest
      packets.didSend()
      packets.willReceive()
      earliest.append([sending, packets.earliest])
    }
    #expect(earliest == [[0, 0], [0, 0], [0, 1], [1, 2], [2, 3]])
    #expect(packets.firstUnfinished == 3)
  }

  @Test func `drained, a call for a frame finishes one packet, and the first what draining found`() {
    var packets = PacketsAtWork(threadCount: 4)
    for _ in 0..<6 {
      packets.willSend()
      packets.didSend()
    }
    packets.willDrain()
    #expect(packets.earliest == 3 && packets.firstUnfinished == 4)
    var earliest: [Int] = []
    var unfinished: [Int] = []
    for _ in 0..<4 {
      packets.willReceive()
      earliest.append(packets.earliest)
      unfinished.append(packets.firstUnfinished)
    }
    #expect(earliest == [4, 4, 5, 5] && unfinished == [4, 5, 6, 6])
  }

  /// FFmpeg 7.1 waits for no thread while it has frames, of which one packet can bring several.
  @Test func `where frames are kept, as many packets are done as frames came`() {
    var packets = PacketsAtWork(threadCount: 3, queuesFrames: true)
    for _ in 0..<6 {
      packets.willSend()
      packets.didSend()
    }
    #expect(packets.firstUnfinished == 3)
    packets.willDrain()
    var unfinished: [Int] = []
    for _ in 0..<6 {
      packets.willReceive()
      packets.didReceive()
      unfinished.append(packets.firstUnfinished)
    }
    #expect(unfinished == [3, 3, 3, 4, 5, 6])
    packets.didEnd()
    #expect(packets.firstUnfinished == 6)
  }

  @Test func `a skipped packet has a number and is never at work`() {
    var packets = PacketsAtWork(threadCount: 3)
    packets.willSend()
    packets.didSend()
    packets.didSkip()
    packets.willSend()
    packets.didSend()
    packets.willReceive()
    #expect(packets.earliest == 0 && packets.sentCount == 3)
    packets.willSend()
    packets.didSend()
    #expect(packets.firstUnfinished == 2)
  }

  @Test(arguments: [false, true])
  func `an end and a flush leave nothing at work`(isFlushed: Bool) {
    var packets = PacketsAtWork(threadCount: 3)
    for _ in 0..<3 {
      packets.willSend()
      packets.didSend()
    }
    packets.willDrain()
    if isFlushed { packets.didFlush() } else { packets.didEnd() }
    #expect(packets.firstUnfinished == 3)
    packets.willReceive()
    #expect(packets.earliest == 2)
    packets.didFlush()
    packets.willSend()
    #expect(packets.earliest == 3)
    packets.didSend()
    packets.willReceive()
    packets.willReceive()
    #expect(packets.firstUnfinished == 3, "not drained any more")
  }

  @Test(arguments: 1...5)
  func `calls in any order agree with their whole history`(threadCount: Int) {
    var random = SeededGenerator(seed: UInt64(threadCount))
    for round in 0..<Rounds.count(50, full: 2000) {
      var packets = PacketsAtWork(threadCount: threadCount)
      var history = History(threadCount: threadCount)
      var wrong: [String] = []
      for _ in 0..<40 {
        let call = history.next(&random)
        let expected = history.earliest(of: call) ?? packets.earliest
        switch call {
        case .skip: packets.didSkip()
        case .send:
          packets.willSend()
          if packets.earliest != expected { wrong.append("send: \(packets.earliest), not \(expected)") }
          packets.didSend()
        case .drain: packets.willDrain()
        case .receive: packets.willReceive()
        case .end: packets.didEnd()
        case .flush: packets.didFlush()
        }
        history.calls.append(call)
        if packets.earliest != expected || packets.sentCount != history.sentCount
          || packets.firstUnfinished != history.atWork.first ?? history.sentCount
        {
          wrong.append("\(history.calls)")
        }
      }
      #expect(wrong.isEmpty, "round \(round): \(wrong.first ?? "")")
    }
  }

  private enum Call { case skip, send, drain, receive, end, flush }

  /// All calls so far, from which every answer is worked out anew.
  private struct History {
    let threadCount: Int
    var calls: [Call] = []

    var sentCount: Int { calls.count { $0 == .send || $0 == .skip } }

    /// A call that may follow.
    func next(_ random: inout SeededGenerator) -> Call {
      let calls: [Call] =
        stretch.contains(.drain)
        ? [.receive, .receive, .end, .flush] : [.send, .send, .send, .receive, .receive, .skip, .drain, .flush]
      return calls[Int.random(in: calls.indices, using: &random)]
    }

    /// The numbers of the packets that the library may be working on.
    var atWork: ArraySlice<Int> {
      if stretch.contains(.end) { return [] }
      let started = calls.count - stretch.count
      var number = calls[..<started].count { $0 == .send || $0 == .skip }
      var sent: [Int] = []
      for call in stretch where call == .send || call == .skip {
        if call == .send { sent.append(number) }
        number += 1
      }
      return sent.suffix(threadCount - 1).dropFirst(finishedByDraining)
    }

    /// The number of the earliest packet that a call's error may belong to. Nil for a call that has none.
    func earliest(of call: Call) -> Int? {
      switch call {
      case .send: atWork.first ?? sentCount
      case .drain, .receive: atWork.first ?? max(0, sentCount - 1)
      case .skip, .end, .flush: nil
      }
    }

    /// The calls since the last flush.
    private var stretch: ArraySlice<Call> { calls.suffix(while: { $0 != .flush }) }

    private var finishedByDraining: Int {
      guard let drain = stretch.firstIndex(of: .drain) else { return 0 }
      return max(1, stretch[drain...].count { $0 == .receive })
    }
  }
}

extension Array {
  /// The last elements that all satisfy a predicate.
  fileprivate func suffix(while predicate: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
