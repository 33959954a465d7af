@testable import MediaDump
import MovieFile
import Testing

@Suite("Runs")
struct RunListTests {
  @Test func `equal neighbours are joined`() {
    var runs = RunList()
    for run in [SampleRun(count: 2, value: 5), SampleRun(count: 3, value: 5), SampleRun(count: 1, value: -7)] {
      runs.append(run)
    }
    #expect(runs.description == "5 × 5, -7 × 1")
    #expect(!runs.isZero)
  }

  @Test func `empty runs are nothing`() {
    var runs = RunList()
    runs.append(SampleRun(count: 0, value: 9))
    #expect(runs.description == "")
    #expect(runs.isZero)
    runs.append(SampleRun(count: 4, value: 0))
    #expect(runs.isZero)
  }

  @Test func `many runs are told by their bounds`() {
    var runs = RunList()
    for value in 0..<1000 { runs.append(SampleRun(count: 1, value: Int64(value % 10))) }
    #expect(runs.description == "0 to 9 in 1000 runs")
  }

  @Test func `touching ranges are joined`() {
    var ranges = RangeList()
    for range in [0..<1, 1..<2, 5..<9, 12..<13] { ranges.append(range) }
    #expect(ranges.description == "0–1, 5–8, 12")
    #expect(!ranges.isAll(of: 13))
  }

  @Test func `ranges know whether they are all samples, and none is said so`() {
    var ranges = RangeList()
    ranges.append(0..<7)
    #expect(ranges.isAll(of: 7))
    #expect(!ranges.isAll(of: 8))
    #expect(RangeList().description == "none")
  }

  @Test func `many ranges are cut`() {
    var ranges = RangeList()
    for start in stride(from: 0, to: 200, by: 2) { ranges.append(start..<start + 1) }
    #expect(ranges.description.hasSuffix("126, and 36 more ranges"))
  }

  /// The check value of CRC-32/ISO-HDLC.
  @Test func `the checksum of the check string is the check value`() {
    var checksum = Checksum()
    checksum.update("12345".utf8)
    checksum.update("6789".utf8)
    #expect(checksum.description == "cbf43926")
  }

  @Test func `a text is one line, whatever it holds`() {
    #expect(Notation.quoted("a\"b\\c\nd\u{7}\u{202E}é") == #""a\"b\\c\nd\u{7}\u{202e}é""#)
    #expect(Notation.quoted(String(repeating: "x", count: 300)).count == 203)
    #expect(Notation.fixed(3 << 16) == "3")
    #expect(Notation.fixed(-98304) == "-98304/65536")
  }
}
