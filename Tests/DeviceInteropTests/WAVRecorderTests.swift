import DeviceInterop
import Foundation
import MediaSupport
import TestSupport
import Testing

/// The file in which a virtual device keeps what it played.
@Suite struct WAVRecorderTests {
  @Test(arguments: [1, 2, 6]) func `the file is whole after every step`(_ channelCount: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("sound.wav")
    let output = try VirtualOutput(
      SoundRequest(sampleRate: 44100, channelCount: channelCount), pace: .stepped, recording: path,
      source: Signal(channelCount: channelCount))
    output.start()
    var total: Int64 = 0
    for count in [0, 1, 440, 5000] {
      output.step(frames: count)
      total += Int64(count)
      let file = try #require(WAVFile(path: path))
      #expect(file.sampleRate == 44100 && file.channelCount == channelCount && file.tag == 3)
      #expect(file.factFrames == total)
      #expect(file.samples == Signal.samples(0..<total, channelCount: channelCount))
    }
    output.close()
    #expect(output.step(frames: 10) == 0)
    #expect(WAVFile(path: path)?.factFrames == Int(total))
  }

  @Test func `ffprobe reads it`() throws {
    guard Tool.ffprobe.isInstalled(for: "a recording is not read by it") else { return }
    let folder = try TemporaryFolder()
    let path = folder.path("sound.wav")
    let output = try VirtualOutput(
      SoundRequest(sampleRate: 96000, channelCount: 6), pace: .stepped, recording: path, source: Signal(channelCount: 6)
    )
    output.start()
    output.step(frames: 96000)
    let stream = try #require(try Probe.read(path).streams.first)
    #expect(stream.codec_name == "pcm_f32le" && stream.sample_rate == "96000" && stream.channels == 6)
    #expect(stream.duration == "1.000000")
  }

  @Test func `beyond four gibibytes the header has wide numbers`() throws {
    let format = SoundFormat(sampleRate: 48000, channelCount: 2)
    var bytes = [UInt8](repeating: 0, count: WAVHeader.size)
    for (frames, name) in [(536_870_000, "RIFF"), (600_000_000, "RF64")] as [(Int64, String)] {
      bytes.withUnsafeMutableBytes { WAVHeader(format: format).write(to: $0, frameCount: frames) }
      #expect(bytes[0..<4].elementsEqual(name.utf8))
      guard Tool.ffprobe.isInstalled(for: "wide headers are not read by it") else { continue }
      let folder = try TemporaryFolder()
      try Data(bytes).write(to: folder.file("sound.wav"))
      // A hole takes no room.
      #expect(truncate(folder.path("sound.wav"), off_t(WAVHeader.size) + off_t(frames) * 8) == 0)
      let values = try Probe.values(of: folder.path("sound.wav"), stream: "a:0", fields: ["duration_ts", "codec_name"])
      #expect(values["duration_ts"] == "\(frames)" && values["codec_name"] == "pcm_f32le")
    }
  }

  @Test func `a file that cannot be made is an error, and a full disk ends the recording alone`() throws {
    let error = #expect(throws: MediaError.self) {
      try VirtualOutput(recording: "/nowhere/at/all.wav", source: Signal())
    }
    #expect(error?.kind == .outputUnavailable && error?.path == "/nowhere/at/all.wav")
    let full = #expect(throws: MediaError.self) {
      try VirtualOutput(pace: .stepped, recording: "/dev/full", source: Signal())
    }
    #expect(full?.kind == .diskFull)
  }
}
