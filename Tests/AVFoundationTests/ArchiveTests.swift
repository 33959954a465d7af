import AVFoundation
import Testing

@Suite("Times in archives")
struct ArchiveTests {
  @Test(arguments: [true, false])
  func `TA-01 times, ranges and mappings come out of an archive as they went in`(isSecure: Bool) throws {
    let rounded = CMTime(seconds: 1 / 7, preferredTimescale: 600)
    #expect(rounded.flags.contains(.hasBeenRounded))
    let times = [
      CMTime.zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity, rounded,
      CMTime(value: .min, timescale: .max, flags: .valid, epoch: -5),
    ]
    let range = CMTimeRange(start: CMTime(value: -1, timescale: 44_100), duration: .positiveInfinity)
    let mapping = CMTimeMapping(source: .invalid, target: CMTimeRange(start: rounded, duration: .zero))
    let marks = ArchivedMarks(times: times, range: range, mapping: mapping)
    let data = try NSKeyedArchiver.archivedData(withRootObject: marks, requiringSecureCoding: isSecure)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedMarks.self, from: data))
    func fields(_ time: CMTime) -> [Int64] {
      [time.value, Int64(time.timescale), Int64(time.flags.rawValue), time.epoch]
    }
    #expect(read.times.map(fields) == times.map(fields))
    #expect(fields(read.range.start) == fields(range.start) && fields(read.range.duration) == fields(range.duration))
    #expect(fields(read.mapping.source.start) == fields(.invalid))
    #expect(fields(read.mapping.target.start) == fields(rounded))
  }

  @Test func `TA-02 what an archive has not is invalid`() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: NSString("nothing"), requiringSecureCoding: true)
    let archive = try NSKeyedUnarchiver(forReadingFrom: data)
    #expect(!archive.decodeTime(forKey: "time").isValid)
    #expect(!archive.decodeTimeRange(forKey: "range").isValid)
    #expect(!archive.decodeTimeMapping(forKey: "mapping").source.isValid)
    #expect(!archive.decodeTimeMapping(forKey: "mapping").target.isValid)
  }
}

/// An object of a client with times of all kinds. Archives take classes at the top level alone.
final class ArchivedMarks: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let times: [CMTime]
  let range: CMTimeRange
  let mapping: CMTimeMapping

  init(times: [CMTime], range: CMTimeRange, mapping: CMTimeMapping) {
    (self.times, self.range, self.mapping) = (times, range, mapping)
  }

  init?(coder: NSCoder) {
    times = (0..<coder.decodeInteger(forKey: "count")).map { coder.decodeTime(forKey: "time \($0)") }
    range = coder.decodeTimeRange(forKey: "range")
    mapping = coder.decodeTimeMapping(forKey: "mapping")
  }

  func encode(with coder: NSCoder) {
    coder.encode(times.count, forKey: "count")
    for (index, time) in times.enumerated() { coder.encode(time, forKey: "time \(index)") }
    coder.encode(range, forKey: "range")
    coder.encode(mapping, forKey: "mapping")
  }
}
