import AVFoundation
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// The delivery of generated images: order, errors, cancellation, and what is left.
@Suite struct ImageDeliveryTests {
  private static func generator(_ name: String) -> AVAssetImageGenerator {
    AVAssetImageGenerator(asset: AVURLAsset(url: MediaFiles.fixture(name)))
  }

  /// The answers of a handler.
  private final class Answers: Sendable {
    typealias Answer = (requested: CMTime, actual: CMTime, result: AVAssetImageGenerator.Result, hasImage: Bool)
    let all = Mutex<[Answer]>([])
    let errors = Mutex<[AVError.Code?]>([])
    private let done = DispatchSemaphore(value: 0)

    func add(
      _ requested: CMTime, _ image: CGImage?, _ actual: CMTime, _ result: AVAssetImageGenerator.Result,
      _ error: (any Error)?
    ) {
      all.withLock { $0.append((requested, actual, result, image != nil)) }
      errors.withLock { $0.append((error as? AVError)?.code) }
      done.signal()
    }

    func wait(for count: Int) { for _ in 0..<count { done.wait() } }
  }

  @Test func `GI-40, GI-41: the handler is called once for each time, in their order`() async throws {
    let answers = Answers()
    let times = [3, 1, 2, 1].map { CMTime(value: $0, timescale: 2) }
    try await bounded {
      Self.generator("h264-aac.mov").generateCGImagesAsynchronously(forTimes: times.map(NSValue.init(time:))) {
        answers.add($0, $1, $2, $3, $4)
      }
      answers.wait(for: 4)
    }
    let all = answers.all.withLock { $0 }
    #expect(all.map(\.requested) == times.sorted())
    #expect(all.allSatisfy { $0.result == .succeeded && $0.hasImage && $0.actual.isNumeric })
    #expect(answers.errors.withLock { $0.allSatisfy { $0 == nil } })
  }

  @Test func `GI-42: requests are answered in the order in which they were made`() async throws {
    let answers = Answers()
    let generator = Self.generator("h264-aac.mov")
    let requests = [[3], [1, 2], [0]].map { $0.map { CMTime(value: $0, timescale: 2) } }
    try await bounded {
      for times in requests {
        generator.generateCGImagesAsynchronously(forTimes: times.map(NSValue.init(time:))) {
          answers.add($0, $1, $2, $3, $4)
        }
      }
      answers.wait(for: 4)
    }
    #expect(answers.all.withLock { $0.map(\.requested) } == requests.flatMap(\.self))
  }

  @Test func `one image comes by a handler, by waiting, and by a task, and is the same`() async throws {
    let generator = Self.generator("h264-aac.mov")
    let time = CMTime(value: 3, timescale: 2)
    var actual = CMTime.invalid
    let copied = try generator.copyCGImage(at: time, actualTime: &actual)
    let (image, awaitedTime) = try await generator.image(at: time)
    let handed = await withCheckedContinuation { continuation in
      generator.generateCGImageAsynchronously(for: time) { image, time, error in
        continuation.resume(returning: error == nil ? (image?.digest, time) : nil)
      }
    }
    #expect(copied.digest == image.digest && handed?.0 == image.digest)
    #expect(actual == awaitedTime && handed?.1 == actual)
    #expect(try generator.copyCGImage(at: time, actualTime: nil).digest == image.digest)
  }

  @Test func `a handler may wait for another image of its generator`() async throws {
    let generator = Self.generator("h264-aac.mov")
    let times = (0..<4).map { NSValue(time: CMTime(value: $0, timescale: 1)) }
    let waited = Mutex<[CMTime]>([])
    try await bounded {
      let done = DispatchSemaphore(value: 0)
      let waitForAnother: @Sendable () -> Void = {
        var actual = CMTime.invalid
        _ = try? generator.copyCGImage(at: .zero, actualTime: &actual)
        waited.withLock { $0.append(actual) }
        done.signal()
      }
      generator.generateCGImagesAsynchronously(forTimes: times) { _, _, _, _, _ in waitForAnother() }
      generator.generateCGImageAsynchronously(for: .zero) { _, _, _ in waitForAnother() }
      for _ in 0..<5 { done.wait() }
    }
    #expect(waited.withLock { $0.count == 5 && $0.allSatisfy(\.isNumeric) })
  }

  @Test(arguments: ["speech.m4a", "speech.wav"])
  func `GI-01: sound alone has no images`(name: String) async throws {
    await #expect { try await Self.generator(name).image(at: .zero) } throws: {
      ($0 as? AVError)?.code == .noImageAtTime
    }
  }

  @Test func `GI-03: an asset that cannot be read fails as a reader of it does`() async throws {
    for name in Files.names(in: Files.corrupt) where name != "README.md" {
      let asset = AVURLAsset(url: Files.corrupt.appendingPathComponent(name))
      let generator = AVAssetImageGenerator(asset: asset)
      var refusal: AVError.Code?
      do { _ = try AVAssetReader(asset: asset) } catch { refusal = (error as? AVError)?.code }
      for time in [0.0, 0.5, 0.9] {
        do {
          generator.requestedTimeToleranceBefore = .zero
          generator.requestedTimeToleranceAfter = .zero
          _ = try await generator.image(at: CMTime(seconds: time, preferredTimescale: 600))
          #expect(refusal == nil, "\(name)")
        } catch {
          let code = (error as? AVError)?.code
          #expect(code != nil, "\(name): \(error)")
          if let refusal { #expect(code == refusal, "\(name)") }
        }
      }
    }
    let missing = AVAssetImageGenerator(asset: AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mov")))
    await #expect(throws: AVError.self) { try await missing.image(at: .zero) }
  }

  @Test func `GI-43: cancelling answers what was not made, and later requests are not affected`() async throws {
    let answers = Answers()
    let generator = Self.generator("h264-aac.mov")
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let times = (0..<200).map { NSValue(time: CMTime(value: $0 % 47, timescale: 10)) }
    try await bounded {
      generator.generateCGImagesAsynchronously(forTimes: times) { answers.add($0, $1, $2, $3, $4) }
      answers.wait(for: 3)
      let sequence = generator.images(for: [.zero, CMTime(value: 1, timescale: 1)])
      generator.cancelAllCGImageGeneration()
      answers.wait(for: 197)
      _ = sequence
    }
    let all = answers.all.withLock { $0 }
    #expect(all.count == 200 && all.prefix(2).allSatisfy { $0.result == .succeeded })
    let cancelled = all.filter { $0.result == .cancelled }
    #expect(!cancelled.isEmpty && cancelled.allSatisfy { !$0.hasImage })
    #expect(answers.errors.withLock { $0.filter { $0 == .operationCancelled }.count } == cancelled.count)
    #expect(try await generator.image(at: .zero).actualTime.isNumeric)
  }

  @Test func `GI-43: a cancelled sequence ends with errors`() async throws {
    let generator = Self.generator("h264-aac.mov")
    let images = generator.images(for: [.zero, CMTime(value: 1, timescale: 1)])
    generator.cancelAllCGImageGeneration()
    var codes: [AVError.Code?] = []
    for await element in images {
      guard case .failure(_, let error) = element else { continue }
      codes.append((error as? AVError)?.code)
    }
    #expect(codes == [.operationCancelled, .operationCancelled])
  }

  @Test func `GI-45: a task that is cancelled gets no image, and the others get theirs`() async throws {
    let generator = Self.generator("h264-aac.mov")
    let hold = DispatchSemaphore(value: 0)
    // The handler keeps the queue until both tasks wait, or will.
    generator.generateCGImageAsynchronously(for: .zero) { _, _, _ in hold.wait() }
    let (cancelled, other) = (
      Task { try await generator.image(at: .zero).actualTime }, Task { try await generator.image(at: .zero).actualTime }
    )
    cancelled.cancel()
    hold.signal()
    await #expect { try await cancelled.value } throws: { ($0 as? AVError)?.code == .operationCancelled }
    #expect(try await other.value == .zero)
    // In a task that was cancelled before, nothing begins.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await generator.image(at: .zero).actualTime
    }
    await #expect { try await late.value } throws: { ($0 as? AVError)?.code == .operationCancelled }
    #expect(try await generator.image(at: .zero).actualTime == .zero)
  }

  @Test func `GI-44: a generator that goes away answers all the same`() async throws {
    let answers = Answers()
    try await bounded {
      Self.generator("h264-aac.mov").generateCGImagesAsynchronously(forTimes: [NSValue(time: .zero)]) {
        answers.add($0, $1, $2, $3, $4)
      }
      answers.wait(for: 1)
    }
    #expect(answers.all.withLock { $0.first?.result } == .succeeded)
  }

  @Test func `an empty array of times stops the process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      AVAssetImageGenerator(asset: AVURLAsset(url: URL(fileURLWithPath: "/film.mov")))
        .generateCGImagesAsynchronously(forTimes: []) { _, _, _, _, _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("NSInvalidArgumentException") && message.contains("requestedTimes"))
  }

  @Test func `GI-43, GI-44: nothing is left behind, cancelled or not`() async {
    await #expect(processExitsWith: .success) {
      /// Makes some images, and leaves in one of several ways.
      func generate(_ round: Int) {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: MediaFiles.fixture("h264-aac.mov")))
        if round % 2 == 0 { generator.requestedTimeToleranceBefore = .zero }
        if round % 4 < 2 { generator.requestedTimeToleranceAfter = .zero }
        generator.maximumSize = CGSize(width: 64, height: 64)
        let answers = Answers()
        let times = (0..<6).map { NSValue(time: CMTime(value: $0 * 7 % 47, timescale: 10)) }
        generator.generateCGImagesAsynchronously(forTimes: times) { answers.add($0, $1, $2, $3, $4) }
        if round % 3 == 0 { answers.wait(for: 1) }
        if round % 3 != 2 { generator.cancelAllCGImageGeneration() }
        answers.wait(for: round % 3 == 0 ? 5 : 6)
      }
      for round in 0..<12 { generate(round) }
      let before = Footprint.settled
      for round in 0..<Rounds.count(24, full: 200) { generate(round) }
      let after = Footprint.settled
      #expect(after.owners == 0)
      #expect(after.descriptors == before.descriptors)
    }
  }
}
