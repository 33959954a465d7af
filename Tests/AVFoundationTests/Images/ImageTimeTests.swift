import AVFoundation
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// The times of generated images, by the rules of the article on images.
@Suite struct ImageTimeTests {
  /// The fixtures with pictures.
  static let pictured = Files.names(in: Files.fixtures).filter { !$0.hasPrefix("speech") && !$0.hasPrefix("pcm") }
    .filter { !$0.hasPrefix("aac-5.1") }

  /// The pictures of a file in the form of images, by a reader.
  private struct Expected {
    let pictures: ReadPictures
    let end: CMTime

    init(_ url: URL) throws {
      pictures = try ReadPictures(
        url, settings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
      // A track may state a longer time than its pictures last.
      end = pictures.frames.last?.time ?? .zero
    }

    func shown(at time: CMTime) -> (time: CMTime, digest: Int)? { pictures.frames.last { $0.time <= time } }
  }

  /// A generator that shows pictures as they are stored.
  private static func generator(_ url: URL, tolerance: CMTime) -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.apertureMode = .encodedPixels
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (tolerance, tolerance)
    return generator
  }

  private static func times(_ name: String, _ count: Int, before end: CMTime) -> [CMTime] {
    var numbers = SeededGenerator(seed: name.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) })
    let last = Int64((end.isNumeric ? end.seconds : 1) * 90_000)
    return (0..<count).map { _ in CMTime(value: .random(in: 0..<max(1, last), using: &numbers), timescale: 90_000) }
  }

  @Test(arguments: pictured.filter { !$0.hasPrefix("hevc10-h") && $0 != "many-facts.mov" })
  func `GI-11, GI-12: without tolerance it is the picture that a reader gives for the time`(name: String) async throws {
    let url = MediaFiles.fixture(name)
    let expected = try Expected(url)
    let generator = Self.generator(url, tolerance: .zero)
    for time in Self.times(name, Rounds.count(6, full: 100), before: expected.end) {
      guard let wanted = expected.shown(at: time) else {
        await #expect(throws: AVError.self, "\(name) at \(time.seconds)") { try await generator.image(at: time) }
        continue
      }
      let (image, actual) = try await generator.image(at: time)
      #expect(actual == wanted.time, "\(name) at \(time.seconds)")
      #expect(image.digest == wanted.digest, "\(name) at \(time.seconds)")
    }
  }

  @Test(arguments: ["h264-aac.mov", "h264-vfr.mov", "h264-aac.ts", "h264-flac-srt.mkv", "h264-trimmed.mov"])
  func `GI-12, GI-41: images of a sequence are the same, in the order of their times`(name: String) async throws {
    let url = MediaFiles.fixture(name)
    let expected = try Expected(url)
    let generator = Self.generator(url, tolerance: .zero)
    let times = Self.times(name + "s", 12, before: expected.end)
    var requested: [CMTime] = []
    for await element in generator.images(for: times) {
      requested.append(element.requestedTime)
      guard let wanted = expected.shown(at: element.requestedTime) else { continue }
      #expect(try element.actualTime == wanted.time, "\(name) at \(element.requestedTime.seconds)")
      #expect(try element.image.digest == wanted.digest, "\(name) at \(element.requestedTime.seconds)")
    }
    #expect(requested == times.sorted())
  }

  @Test(arguments: [CMTime.zero, CMTime(value: 1, timescale: 4), .positiveInfinity], pictured)
  func `GI-41, GI-42: images of one request for several times are those of one request each`(
    tolerance: CMTime, name: String
  ) async throws {
    let url = MediaFiles.fixture(name)
    let generator = Self.generator(url, tolerance: tolerance)
    let end = try await AVURLAsset(url: url).load(.duration)
    var expected: [(time: CMTime, digest: Int)?] = []
    let times = Self.times(name + "g", Rounds.count(8, full: 40), before: end).sorted()
    for time in times {
      let made = try? await generator.image(at: time)
      expected.append(made.map { ($0.actualTime, $0.image.digest) })
    }
    let answers = Mutex<[(requested: CMTime, actual: CMTime, digest: Int?)]>([])
    let done = DispatchSemaphore(value: 0)
    try await bounded {
      generator.generateCGImagesAsynchronously(forTimes: times.reversed().map(NSValue.init(time:))) {
        requested, image, actual, _, _ in
        answers.withLock { $0.append((requested, actual, image?.digest)) }
        done.signal()
      }
      for _ in times { done.wait() }
    }
    for (index, answer) in answers.withLock({ $0 }).enumerated() {
      let context = "\(name) at \(times[index].seconds) ± \(tolerance.seconds)"
      #expect(answer.requested == times[index], "\(context)")
      #expect(answer.digest == expected[index]?.digest, "\(context)")
      #expect(expected[index].map { $0.time == answer.actual } ?? !answer.actual.isValid, "\(context)")
    }
  }

  @Test(arguments: pictured)
  func `GI-11, GI-13, GI-14: with tolerance the time lies within it`(name: String) async throws {
    let url = MediaFiles.fixture(name)
    let pictures = try ReadPictures(url)
    let points = try ReadMedia.stored(url, .video).filter(\.isSync).map(\.presentationTime)
    for tolerance in [CMTime(value: 1, timescale: 10), CMTime(value: 7, timescale: 10), .positiveInfinity] {
      let generator = Self.generator(url, tolerance: tolerance)
      for time in Self.times(name + "t", Rounds.count(4, full: 50), before: pictures.frames.last?.time ?? .zero) {
        let context = "\(name) at \(time.seconds) ± \(tolerance.seconds)"
        guard let (_, actual) = try? await generator.image(at: time) else {
          // Before the first picture.
          #expect(pictures.frames[0].time > time + tolerance, "\(context)")
          continue
        }
        let shown = pictures.frames.last { $0.time <= time }?.time
        #expect(pictures.frames.contains { $0.time == actual }, "\(context)")
        #expect(
          actual >= time - tolerance && actual <= time + tolerance || actual == shown, "\(context): \(actual.seconds)")
        // Points that an edit list hides, or that lie behind leading pictures, are none of the presentation.
        let near = points.filter { $0 >= time - tolerance && $0 <= time + tolerance }
        let hasPoint = near.contains { point in pictures.frames.contains { $0.time == point } }
        if !hasPoint, !points.isEmpty { #expect(actual == shown, "\(context)") }
      }
    }
  }

  @Test func `GI-13: the nearest random-access point is taken, the earlier one of two`() async throws {
    let url = MediaFiles.fixture("h264-aac.mov")
    let points = try ReadMedia.stored(url, .video).filter(\.isSync).map(\.presentationTime)
    try #require(points.count > 2)
    let generator = Self.generator(url, tolerance: .positiveInfinity)
    let (middle, hundredth) = ((points[0] + points[1]).halved, CMTime(value: 1, timescale: 100))
    #expect(try await generator.image(at: middle).actualTime == points[0])
    #expect(try await generator.image(at: middle + hundredth).actualTime == points[1])
    #expect(try await generator.image(at: middle - hundredth).actualTime == points[0])
    generator.requestedTimeToleranceAfter = .zero
    #expect(try await generator.image(at: middle + hundredth).actualTime == points[0])
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .positiveInfinity
    #expect(try await generator.image(at: middle - hundredth).actualTime == points[1])
  }

  @Test(arguments: ["h264-aac.mov", "h264-aac.ts", "h264-flac-srt.mkv", "vp9-opus.webm"])
  func `GI-04, GI-15: behind the end it is the last picture, where the tolerance reaches it`(
    name: String
  ) async throws {
    let url = MediaFiles.fixture(name)
    let last = try #require(try ReadPictures(url).frames.last).time
    let behind = last + CMTime(value: 5, timescale: 1)
    let exact = Self.generator(url, tolerance: .zero)
    await #expect { try await exact.image(at: behind) } throws: { ($0 as? AVError)?.code == .noImageAtTime }
    let tolerant = Self.generator(url, tolerance: CMTime(value: 6, timescale: 1))
    let actual = try await tolerant.image(at: behind).actualTime
    #expect(actual >= behind - CMTime(value: 6, timescale: 1) && actual <= last)
    await #expect { try await exact.image(at: .invalid) } throws: {
      ($0 as? AVError)?.code == .noImageAtTime && $0.localizedDescription.contains("not a number")
    }
    await #expect { try await tolerant.image(at: .positiveInfinity) } throws: {
      ($0 as? AVError)?.code == .noImageAtTime
    }
    // A request in vain does not affect those after it.
    #expect(try await exact.image(at: last).actualTime == last)
  }

  @Test func `GI-15: behind the end of a composition's pictures, beside sound that goes on, it is the last one`()
    async throws
  {
    let composition = AVMutableComposition()
    func time(_ hundredths: CMTimeValue) -> CMTime { CMTime(value: hundredths, timescale: 100) }
    func insert(_ name: String, _ mediaType: AVMediaType, to end: CMTime, at start: CMTime) throws {
      let (asset, source) = try ReadMedia.track(MediaFiles.fixture(name), mediaType)
      let track = try #require(
        composition.addMutableTrack(withMediaType: mediaType, preferredTrackID: kCMPersistentTrackID_Invalid))
      try withExtendedLifetime(asset) {
        try track.insertTimeRange(CMTimeRange(start: .zero, end: end), of: source, at: start)
      }
    }
    // Of fifteen a second; at the end of the part the file has another one, at which decoding could begin.
    try insert("mjpeg-pcm.mov", .video, to: time(40), at: time(50))
    try insert("speech.wav", .audio, to: time(250), at: .zero)
    let last = CMTime(value: 5, timescale: 6)
    let tolerant = AVAssetImageGenerator(asset: composition)
    let exact = AVAssetImageGenerator(asset: composition)
    (exact.requestedTimeToleranceBefore, exact.requestedTimeToleranceAfter) = (.zero, .zero)
    for hundredths in [90, 91, 150, 220] as [CMTimeValue] {
      #expect(try await tolerant.image(at: time(hundredths)).actualTime == last, "\(hundredths)")
      await #expect { try await exact.image(at: time(hundredths)) } throws: { ($0 as? AVError)?.code == .noImageAtTime }
    }
    #expect(try await exact.image(at: time(89)).actualTime == last)
  }

  @Test func `GI-15: before the first picture it is that one, where the tolerance reaches it`() async throws {
    let url = MediaFiles.fixture("h264-aac.mov")
    let first = try #require(try ReadPictures(url).frames.first).time
    let before = first - CMTime(value: 1, timescale: 2)
    await #expect(throws: AVError.self) { try await Self.generator(url, tolerance: .zero).image(at: before) }
    #expect(
      try await Self.generator(url, tolerance: CMTime(value: 1, timescale: 1)).image(at: before).actualTime == first)
  }
}

extension CMTime {
  fileprivate var halved: CMTime { CMTimeMultiplyByRatio(self, multiplier: 1, divisor: 2) }
}

extension CGImage {
  /// The same number as `ReadPictures.digest` of a buffer with these pixels.
  var digest: Int {
    guard let data = dataProvider?.data else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    var hasher = Hasher()
    for row in 0..<height {
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[row * bytesPerRow..<row * bytesPerRow + width * 4]))
    }
    return hasher.finalize()
  }
}
