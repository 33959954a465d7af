import AVFoundation
import Testing

@testable import AVWritePipeline

@Suite struct FrameRateTests {
  @Test(
    arguments: [
      ("25", 1, 25), ("12.5", 10, 125), ("29.97", 1001, 30000), ("23.976", 1001, 24000), ("59.94", 1001, 60000),
      ("30000/1001", 1001, 30000), ("1/5", 5, 1), ("1000", 1, 1000),
    ] as [(String, Int64, Int32)])
  func `a rate is exact`(text: String, value: Int64, scale: Int32) throws {
    #expect(try #require(FrameRate(argument: text)).frameDuration == ExactTime(value: value, scale: scale))
  }

  @Test(arguments: ["", "0", "-1", "25/0", "a", "1001", "24/1001/1", "0/5", "1e3", "99999999999"])
  func `what is no rate is refused`(text: String) {
    #expect(FrameRate(argument: text) == nil)
  }

  /// The times of pictures in thousandths of a second, and for how long the last is shown, at another rate: of each
  /// the picture that is shown.
  private func converted(_ times: [Int64], last: Int64, rate: String, origin: Int64 = 0) throws -> [(Int64, Double)] {
    var converter = FrameRateConverter(
      try #require(FrameRate(argument: rate)), origin: CMTime(value: origin, timescale: 1000))
    var result: [(Int64, Double)] = []
    func drain() throws {
      while let picture = try converter.next() {
        let data = try #require(picture.dataBuffer).dataBytes()
        result.append((Int64(data[0]), picture.presentationTimeStamp.seconds))
      }
    }
    for (index, time) in times.enumerated() {
      converter.add(try picture(UInt8(index), at: time, lasting: index == times.count - 1 ? last : 1))
      try drain()
    }
    converter.finish()
    try drain()
    return result
  }

  private func picture(_ number: UInt8, at time: Int64, lasting duration: Int64) throws -> CMSampleBuffer {
    let data = try CMBlockBuffer(length: 1)
    try [number].withUnsafeBytes { try data.replaceDataBytes(with: $0) }
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: nil, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: duration, timescale: 1000),
          presentationTimeStamp: CMTime(value: time, timescale: 1000), decodeTimeStamp: .invalid)
      ], sampleSizes: [1])
  }

  @Test func `the same rate changes nothing, though a container rounded the times`() throws {
    let found = try converted([0, 42, 83, 125, 167], last: 41, rate: "24")
    #expect(found.map(\.0) == [0, 1, 2, 3, 4])
    #expect(found.map(\.1) == (0..<5).map { Double($0) / 24 })
  }

  @Test func `half the rate keeps every second picture, and the double shows each twice`() throws {
    #expect(try converted([0, 100, 200, 300, 400, 500], last: 100, rate: "5").map(\.0) == [0, 2, 4])
    #expect(try converted([0, 100, 200], last: 100, rate: "20").map(\.0) == [0, 0, 1, 1, 2, 2])
  }

  @Test func `a picture that would be repeated for more than a day is refused`() throws {
    #expect(try converted([0], last: 86_400_000, rate: "1/5").count == 17_280)
    #expect { try converted([0, 1000], last: 86_401_000, rate: "1") } throws: { error in
      (error as? JobError)?.at?.seconds == 1 && (error as? JobError)?.exit == .damagedInput
    }
    #expect(throws: JobError.self) { try converted([0, .max / 2000], last: 1, rate: "25") }
  }

  @Test func `a picture that lasts long is repeated`() throws {
    let found = try converted([0, 100, 900], last: 100, rate: "10")
    #expect(found.map(\.0) == [0, 1, 1, 1, 1, 1, 1, 1, 1, 2])
    #expect(found.map(\.1) == (0..<10).map { Double($0) / 10 })
  }

  @Test func `times count from the output's zero`() throws {
    let found = try converted([1021, 1061, 1101], last: 40, rate: "25", origin: 1000)
    #expect(found.map(\.1) == [1.04, 1.08, 1.12])
    #expect(found.map(\.0) == [0, 1, 2])
  }
}
