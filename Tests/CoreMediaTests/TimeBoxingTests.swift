import CoreGraphics
import CoreMedia
import Foundation
import Testing

/// Times as text, dictionaries and objects.
@Suite struct TimeBoxingTests {
  private let frame = CMTime(value: 1001, timescale: 30000)
  private let mapping = CMTimeMapping(
    source: CMTimeRange(start: .zero, duration: CMTime(value: 300, timescale: 600)),
    target: CMTimeRange(start: CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 2), duration: .positiveInfinity))

  @Test func `descriptions are Apple's`() {
    func text(_ time: CMTime) -> String? {
      CMTimeCopyDescription(allocator: kCFAllocatorDefault, time: time) as String?
    }
    #expect(text(frame) == "{1001/30000 = 0.033}")
    #expect(text(.zero) == "{0/1 = 0.000}")
    #expect(text(CMTime(value: -3000, timescale: 600)) == "{-3000/600 = -5.000}")
    #expect(text(CMTime(value: 2, timescale: 3).convertScale(10, method: .default)) == "{7/10 = 0.700, rounded}")
    #expect(text(.invalid) == "{INVALID}" && text(.indefinite) == "{INDEFINITE}")
    #expect(text(.positiveInfinity) == "{+INFINITY}" && text(.negativeInfinity) == "{-INFINITY}")
    let range = CMTimeRangeCopyDescription(allocator: nil, range: mapping.source)
    #expect(range as String? == "{{0/1 = 0.000}, {300/600 = 0.500}}")
    let both = CMTimeMappingCopyDescription(allocator: nil, mapping: mapping)
    #expect(both as String? == "{{{0/1 = 0.000}, {300/600 = 0.500}}, {{5/1 = 5.000, epoch 2}, {+INFINITY}}}")
  }

  @Test func `shown times go to standard error`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      CMTimeShow(CMTime(value: 1001, timescale: 30000))
      CMTimeRangeShow(.zero)
      CMTimeMappingShow(.invalid)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("{1001/30000 = 0.033}\n{{0/1 = 0.000}, {0/1 = 0.000}}\n"))
    #expect(text.contains("{{{INVALID}, {INVALID}}, {{INVALID}, {INVALID}}}\n"))
  }

  @Test func `dictionaries hold every field`() throws {
    let times = CMTime.nonNumeric + [frame, CMTimeMakeWithEpoch(value: .min, timescale: .max, epoch: .max)]
    for time in times {
      let dictionary = try #require(CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault))
      #expect(areIdentical(CMTimeMakeFromDictionary(dictionary), time))
    }
    let fields = try #require(CMTimeCopyAsDictionary(frame, allocator: nil)) as? [String: Int64]
    #expect(fields == ["value": 1001, "timescale": 30000, "epoch": 0, "flags": 1])
    let range = try #require(CMTimeRangeCopyAsDictionary(mapping.target, allocator: nil))
    #expect(CMTimeRangeMakeFromDictionary(range) == mapping.target)
    let both = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
    #expect(CMTimeMappingMakeFromDictionary(both) == mapping)
  }

  @Test func `dictionaries of other things are invalid times`() {
    #expect(CMTimeMakeFromDictionary(nil) == .invalid)
    #expect(CMTimeMakeFromDictionary([:] as [String: Any] as CFDictionary) == .invalid)
    let text = ["value": "1", "timescale": 1, "epoch": 0, "flags": 1] as [String: Any] as CFDictionary
    #expect(CMTimeMakeFromDictionary(text) == .invalid)
    let large = ["value": 1e300, "timescale": UInt64.max, "epoch": Double.nan, "flags": -1] as [String: Any]
    #expect(!CMTimeMakeFromDictionary(large as CFDictionary).isNumeric)
    #expect(CMTimeRangeMakeFromDictionary(["start": 1] as [String: Any] as CFDictionary) == .invalid)
    #expect(CMTimeMappingMakeFromDictionary(["source": 1] as [String: Any] as CFDictionary) == .invalid)
  }

  @Test func `values hold times, ranges and mappings`() {
    let rounded = CMTime(value: 2, timescale: 3).convertScale(10, method: .default)
    #expect(areIdentical(NSValue(time: rounded).timeValue, rounded))
    #expect(NSValue(timeRange: mapping.target).timeRangeValue == mapping.target)
    #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
    #expect(NSValue(time: frame) == NSValue(time: frame) && NSValue(time: frame) != NSValue(time: .zero))
    #expect([frame, .zero].map(NSValue.init(time:)).map(\.timeValue) == [frame, .zero])
  }

  @Test func `values of other things are invalid times`() {
    #expect(NSNumber(value: 5).timeValue == .invalid)
    #expect(NSValue(timeRange: .zero).timeValue == .invalid)
    #expect(NSValue(time: .zero).timeRangeValue == .invalid)
    #expect(NSValue(timeRange: .zero).timeMappingValue == .invalid)
  }
}
