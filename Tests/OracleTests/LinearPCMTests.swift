import Foundation
import TestSupport
import Testing

/// Linear PCM in every depth and order that a container has, as another program reads it.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program reads our linear PCM")))
struct LinearPCMTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let forms: [(container: String, forms: [String])] = [
    ("mov", ["u8", "s8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be"]),
    ("mkv", ["u8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f64le"]),
    ("wav", ["u8", "s16le", "s24le", "s32le", "f32le", "f64le"]), ("aiff", ["s8", "s16be", "s24be", "s32be"]),
    ("caf", ["s8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be"]),
  ]

  private func samples(_ path: String) throws -> [Int32] {
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "s32le", "pipe:1"]).bytes
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
  }

  @Test(arguments: forms)
  func `each form is what it is called, and keeps what it can`(container: String, forms: [String]) throws {
    let source = Files.fixture("pcm24-stereo.wav")
    let original = try samples(source)
    for form in forms {
      let path = folder.path("\(form).\(container)")
      try Tool.avwrite.run(["transcode", source, path, "-q", "--audio-codec", "pcm", "--sample-format", form])
      #expect(try Probe.read(path).streams.first?.codec_name == "pcm_\(form)", "\(form)")
      let made = try samples(path)
      let bits = Int(form.filter(\.isNumber)) ?? 0
      // 32-bit floating point has 24 bits of a sample, as the source has.
      let error = bits < 24 ? Int64(1) << (32 - bits) : 0
      let isNear =
        made.count == original.count && zip(made, original).allSatisfy { abs(Int64($0) - Int64($1)) <= error }
      #expect(isNear, "\(form)")
    }
  }

  @Test func `a form that the container lacks names those that have it`() throws {
    let arguments = ["transcode", Files.fixture("pcm24-stereo.wav"), folder.path("out.wav"), "--audio-codec", "pcm"]
    let refusal = #expect(throws: Tool.Failure.self) { try Tool.avwrite.run(arguments + ["--sample-format", "s16be"]) }
    #expect(refusal?.description.contains("ended with 69") == true)
    #expect(refusal?.description.contains("mov") == true)
    let wrong = ["transcode", Files.fixture("pcm24-stereo.wav"), folder.path("out.m4a"), "--sample-format", "s16le"]
    let misuse = #expect(throws: Tool.Failure.self) { try Tool.avwrite.run(wrong) }
    #expect(misuse?.description.contains("ended with 64") == true)
  }
}
