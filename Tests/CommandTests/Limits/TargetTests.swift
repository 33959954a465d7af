import Foundation
import TestSupport
import Testing

/// `--target-size`, `--target-ssim`, `--max-bitrate` and `--multi-pass`.
@Suite struct TargetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let source = Files.fixture("h264-aac.mov")

  private struct ProgressEvent: Decodable {
    var fraction: Double
    var pass: Int
  }

  /// Short groups, so that the clip has several.
  private func transcode(_ arguments: String...) throws -> (exit: Int32, result: PassResult?, errors: String) {
    let common = ["transcode", "--json", "--keyframe-interval", "0.2", "--speed", "veryfast", source]
    let ending = try Command(common + arguments, in: folder).ending()
    return (ending.exit, try? JSONDecoder().decode(PassResult.self, from: Data(ending.output.utf8)), ending.errors)
  }

  @Test(arguments: ["out.mp4", "out.mkv"])
  func `a file gets its size within half a hundredth, and not a byte more`(name: String) throws {
    let once = try transcode(name)
    let bytes = try #require(once.result?.output.bytes)
    #expect(once.result?.passes == nil)
    let wanted = bytes * 4 / 5
    let ending = try transcode(name, "--force", "--target-size", String(wanted))
    let result = try #require(ending.result, "\(ending.errors)")
    #expect(ending.exit == 0 && result.passes?.reached == true)
    #expect((Double(wanted) * 0.995...Double(wanted)).contains(Double(result.output.bytes)), "\(result.output.bytes)")
    let size = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.size] as? Int
    #expect(size == result.output.bytes)
  }

  @Test(arguments: [("mp4", 300_000), ("mkv", 300_000)])
  func `a file gets its size by passes over segments`(container: String, size: Int) throws {
    let ending = try transcode("out." + container, "--target-size", String(size), "--parallel", "segment")
    let result = try #require(ending.result, "\(ending.errors)")
    #expect(ending.exit == 0 && result.passes?.reached == true)
    #expect((Double(size) * 0.98...Double(size)).contains(Double(result.output.bytes)), "\(result.output.bytes)")
  }

  @Test(arguments: [("mp4", "250k", 0.008), ("mkv", "250k", 0.008), ("ts", "700k", 0.025)])
  func `the first pass aims at what the container leaves`(container: String, size: String, tolerance: Double) throws {
    let wishes = ["out." + container, "--target-size", size]
    let plan = try Command(["transcode", "--plan", "--json", source] + wishes, in: folder).ending()
    let planned = try JSONDecoder().decode(Planned.self, from: Data(plan.output.utf8)).plan
    let rate = try #require(planned.tracks.first { $0.kind == "video" }?.action.bit_rate)
    let made = try #require(try transcode(wishes[0], wishes[1], wishes[2]).result?.passes)
    let had = Double(made.video_bytes) * 8 / 4.004
    #expect(abs(rate / had - 1) < tolerance, "\(rate), and had \(had)")
  }

  /// The document of `--plan --json`, as far as it tells of bit rates.
  private struct Planned: Decodable {
    struct Plan: Decodable { var tracks: [Track] }
    struct Track: Decodable {
      var kind: String
      var action: Action
    }
    struct Action: Decodable { var bit_rate: Double? }
    var plan: Plan
  }

  @Test(arguments: [
    ("h264-interlaced.mov", "100k", "0.5"), ("h264-interlaced.mov", "20k", "10"), ("h264-rotated.mov", "40k", "10"),
  ])
  func `a clip of a second gets its size, too`(clip: String, size: String, interval: String) throws {
    let ending = try Command(
      [
        "transcode", Files.fixture(clip), "out.mp4", "--target-size", size, "--keyframe-interval", interval, "--speed",
        "veryfast",
      ], in: folder
    ).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  @Test func `a similarity is reached`() throws {
    let ending = try transcode("out.mp4", "--target-ssim", "0.96", "--events", "events")
    let passes = try #require(ending.result?.passes, "\(ending.errors)")
    #expect(ending.exit == 0 && passes.reached)
    #expect(abs(passes.ssim - 0.96) <= 0.002)
    let events = try folder.read("events").split(separator: "\n").compactMap {
      try? JSONDecoder().decode(ProgressEvent.self, from: Data($0.utf8))
    }
    let fractions = events.map(\.fraction)
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 }, "\(fractions)")
    #expect(fractions.last == 1 && fractions.dropLast().allSatisfy { $0 < 1 }, "\(fractions)")
    #expect(events.last?.pass == passes.count)
  }

  @Test func `what cannot be reached leaves nothing and exits 81, and is kept where that is wanted`() throws {
    let refused = try transcode("out.mp4", "--target-ssim", "0.999999")
    #expect(refused.exit == 81)
    #expect(
      refused.errors.contains("the target of SSIM 0.999999 was not reached") && refused.errors.contains("--best-effort")
    )
    #expect(folder.names.isEmpty)
    let kept = try transcode("out.mp4", "--target-ssim", "0.999999", "--best-effort")
    #expect(kept.exit == 81 && kept.result?.exit == 81 && kept.result?.passes?.reached == false)
    #expect(folder.names == ["out.mp4"])
  }

  private static let refusals: [(exit: Int32, arguments: String)] = [
    (64, "--target-size 1M --crf 20"), (64, "--target-size 1M --video-codec hevc"), (64, "--multi-pass"),
    (64, "--multi-pass --video-bitrate 1M --real-time"), (64, "--best-effort"), (64, "--target-ssim 1"),
    (64, "--video-codec copy --target-size 1M"), (64, "--target-ssim 0.9 --also other.mp4"),
    (69, "--target-size 1k"), (64, "--max-bitrate 1M --video-bitrate 2M"),
  ]

  @Test(arguments: refusals)
  func `what makes no sense is refused with a reason`(exit: Int32, arguments: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let ending = try Command(["transcode", source, "out.mp4"] + words, in: folder).ending()
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(!ending.errors.isEmpty && folder.names.isEmpty)
  }

  @Test func `a size that needs a higher bit rate than is allowed says both`() throws {
    let ending = try transcode("out.mp4", "--target-size", "3M", "--max-bitrate", "5M")
    #expect(ending.exit == 69)
    #expect(ending.errors.contains("--target-size") && ending.errors.contains("--max-bitrate"), "\(ending.errors)")
  }
}
