import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MediaInterop

struct DemuxerTests {
  @Test func `a movie is described by its header alone`() throws {
    let probe = try Demuxer.probe(MediaFiles.fixture("h264-aac.mov"))
    #expect(probe.isMovie && probe.isIndexed && probe.isSeekable)
    #expect(!probe.wasAnalyzed)
    let video = try #require(probe.streams.first { $0.parameters.kind == .video })
    #expect(video.parameters.codec == .h264)
    #expect(video.parameters.width > 0 && video.parameters.height > 0 && !video.parameters.extradata.isEmpty)
    let audio = try #require(probe.streams.first { $0.parameters.kind == .audio })
    #expect(audio.parameters.codec == .aac)
    #expect(audio.parameters.sampleRate > 0 && audio.parameters.layout.count > 0)
  }

  @Test func `packets are the ones that ffprobe lists`() throws {
    for name in ["h264-aac.mov", "h264-vfr.mov", "h264-aac.ts", "speech.mp3", "h264-flac-srt.mkv"] {
      let source = MediaFiles.fixture(name)
      let demuxer = try Demuxer(source)
      demuxer.select(streams: [0])
      var lines: [String] = []
      while let packet = try demuxer.read() {
        lines.append("\(packet.pts.map(String.init) ?? "N/A"),\(packet.bytes.count),\(packet.isKeyFrame ? "K" : "_")")
      }
      let listed = try Tool.ffprobe.run([
        "-v", "error", "-select_streams", "0", "-show_entries", "packet=pts,size,flags", "-of", "csv=p=0",
        source.name,
      ]).text
      let expected = listed.split(separator: "\n").map { line in
        let fields = line.split(separator: ",")
        return "\(fields[0]),\(fields[1]),\(fields[2].prefix(1))"
      }
      #expect(lines == expected, "\(name)")
    }
  }

  @Test func `reopening reads the same packets`() throws {
    for name in ["h264-aac.mov", "h264-fragmented.mp4", "h264-flac-srt.mkv"] {
      let first = try Demuxer(MediaFiles.fixture(name))
      let second = try Demuxer(reopening: first.probe)
      while let packet = try first.read() {
        let twin = try #require(try second.read())
        #expect(packet.pts == twin.pts && packet.dts == twin.dts && packet.bytes.elementsEqual(twin.bytes), "\(name)")
      }
      #expect(try second.read() == nil)
    }
  }

  @Test func `a seek backward lands on a random-access point that is not later`() throws {
    let demuxer = try Demuxer(MediaFiles.fixture("h264-aac.mov"))
    let stream = try #require(demuxer.probe.streams.first { $0.parameters.kind == .video })
    demuxer.select(streams: [stream.index])
    var times: [Int64] = []
    while let packet = try demuxer.read() { times.append(try #require(packet.dts)) }
    let target = times[times.count / 2]
    try demuxer.seek(to: target, streamIndex: stream.index)
    let packet = try #require(try demuxer.read())
    #expect(packet.isKeyFrame)
    #expect(try #require(packet.dts) <= target)
  }

  @Test func `a packet keeps its bytes when the demuxer is gone`() throws {
    weak var weakDemuxer: Demuxer?
    let packet: Packet
    let first: UInt8
    do {
      let demuxer = try Demuxer(MediaFiles.fixture("speech.wav"))
      weakDemuxer = demuxer
      packet = try #require(try demuxer.read())
      first = packet.bytes[0]
    }
    #expect(weakDemuxer == nil)
    #expect(packet.bytes[0] == first && packet.bytes.count > 0)
  }

  @Test func `a cancelled read says so`() throws {
    let cancellation = Cancellation()
    let demuxer = try Demuxer(MediaFiles.fixture("h264-aac.ts"), cancellation: cancellation)
    cancellation.cancel()
    let error = #expect(throws: MediaError.self) { while try demuxer.read() != nil {} }
    #expect(error?.kind == .cancelled)
  }

  @Test func `a wave file written to a pipe, whose header says no length, is not cut`() throws {
    let folder = try TemporaryFolder()
    let wave = try Tool.ffmpeg.run([
      "-v", "error", "-i", MediaFiles.fixture("speech.wav").name, "-f", "wav", "-",
    ])
    try wave.data.write(to: URL(fileURLWithPath: folder.path("piped.wav")))
    let demuxer = try Demuxer(.file(folder.path("piped.wav")))
    while try demuxer.read() != nil {}
    #expect(demuxer.endedEarly == nil)
  }

  @Test func `what cannot be opened has its reason`() throws {
    let folder = try TemporaryFolder()
    func kind(_ path: String) -> MediaError.Kind? {
      do throws(MediaError) {
        _ = try Demuxer(.file(path))
        return nil
      } catch {
        #expect(error.stage == .opening && error.path == path)
        return error.kind
      }
    }
    #expect(kind(folder.path("missing.mov")) == .inputUnavailable)
    #expect(kind(folder.path) == .inputUnavailable)
    try Data().write(to: URL(fileURLWithPath: folder.path("empty")))
    #expect(kind(folder.path("empty")) == .unrecognizedFormat)
    try Data("A letter, and not a film.".utf8).write(to: URL(fileURLWithPath: folder.path("letter.mov")))
    #expect(kind(folder.path("letter.mov")) == .unrecognizedFormat, "its name alone makes it no movie")
    let movie = try Data(contentsOf: URL(fileURLWithPath: MediaFiles.fixture("h264-aac.mov").name))
    try movie.prefix(200).write(to: URL(fileURLWithPath: folder.path("header.mov")))
    #expect(kind(folder.path("header.mov")) == .truncatedContainer)
  }

  @Test(arguments: ["h264-aac-small.mp4", "speech.flac"])
  func `a cut file ends early and says where`(name: String) throws {
    let folder = try TemporaryFolder()
    let file = try Data(contentsOf: URL(fileURLWithPath: MediaFiles.fixture(name).name))
    let path = folder.path("cut")
    try file.prefix(file.count * 9 / 10).write(to: URL(fileURLWithPath: path))
    let demuxer = try Demuxer(.file(path))
    while try demuxer.read() != nil {}
    #expect(demuxer.endedEarly != nil)
    let whole = try Demuxer(MediaFiles.fixture(name))
    while try whole.read() != nil {}
    #expect(whole.endedEarly == nil)
  }
}
