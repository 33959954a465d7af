import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// Sound that one machine encodes while others encode the pictures.
@Suite struct StoredSoundTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func job(_ name: String, _ settings: String) throws -> JobDescription {
    let text = "parallel: segment\nspeed: ultrafast\n" + settings
    let settings = try SettingsFile(YAMLFile(path: folder.write(text, to: "\(name).yaml"))).settings
    return JobDescription(
      input: Files.fixture("h264-pcm.mov"),
      renditions: [Rendition(output: folder.path("\(name).mp4"), settings: settings)])
  }

  /// Does a job whose sound another job has encoded, and returns the output.
  private func output(of job: JobDescription, withSoundOf other: JobDescription) throws -> Data {
    let destination = try Destination(path: job.renditions[0].output, replaces: false, sources: [])
    let path = try SegmentJournal(for: destination, key: "key").path
    let sound = SoundJob(other, in: path) { _ in }
    try sound.run()
    // The same task may be begun twice.
    try sound.run()
    #expect(FileManager.default.fileExists(atPath: path + "/sound.mp4"))
    _ = try TranscodeJob(job, sharesOutputs: true, journalKey: "key").run().get()
    #expect(!FileManager.default.fileExists(atPath: path))
    return try Data(contentsOf: URL(fileURLWithPath: job.renditions[0].output))
  }

  private func output(of job: JobDescription) throws -> Data {
    _ = try TranscodeJob(job).run().get()
    return try Data(contentsOf: URL(fileURLWithPath: job.renditions[0].output))
  }

  @Test(arguments: [
    "audio-codec: aac", "audio-codec: mp3", "audio-codec: opus", "audio-codec: alac", "audio-codec: flac",
    "audio-codec: ac3", "volume: -6dB\nfade-out: 0.5",
  ])
  func `the bytes are those of one machine`(settings: String) throws {
    let one = try output(of: job("one", settings))
    let many = try job("many", settings)
    #expect(try output(of: many, withSoundOf: many) == one)
  }

  @Test func `stored sound is taken as it is`() throws {
    let (plain, quiet) = (try job("plain", ""), try job("quiet", "volume: -30dB"))
    let taken = try output(of: plain, withSoundOf: quiet)
    let one = try output(of: job("one", ""))
    #expect(taken != one)
    let loud = try output(of: job("loud", "volume: -30dB"))
    #expect(taken == loud)
  }

  @Test func `sound that is measured, linear, late, or in a container that rounds times stays in the job`() throws {
    func plan(_ name: String, _ settings: String) throws -> Plan {
      try #require(try TranscodeJob(job(name, settings)).plan().first)
    }
    #expect(try plan("plain", "").storableSound.count == 1)
    #expect(try plan("measured", "loudness: -16").storableSound.isEmpty)
    #expect(try plan("copied", "audio-codec: copy\nformat: mov").storableSound.isEmpty)
    #expect(try plan("linear", "audio-codec: pcm").storableSound.isEmpty)
    #expect(try plan("rounded", "format: mkv").storableSound.isEmpty)
    var part = try job("part", "")
    part.time = TimeSelection(start: .time(ExactTime(value: 1, scale: 1)))
    #expect(try #require(try TranscodeJob(part).plan().first).storableSound.isEmpty)
  }
}
