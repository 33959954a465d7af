import Foundation
import TestSupport
import Testing

/// What `avwrite formats` says that it encodes, other programs find in the files.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program reads what we encode")))
struct CodecMatrixTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Cell: Sendable, CustomTestStringConvertible {
    var container: String
    var codec: String
    var testDescription: String { "\(codec) in \(container)" }
  }

  /// Every pair of container and codec.
  static let sound = cells("audio")
  static let pictures = cells("video")

  private static func cells(_ kind: String) -> [Cell] {
    guard let output = try? Tool.avwrite.run(["formats", "--json"]),
      let document = try? JSONSerialization.jsonObject(with: output.data) as? [String: Any]
    else { return [] }
    return (document["containers"] as? [[String: Any]] ?? []).flatMap { row in
      (row[kind] as? [String] ?? []).map { Cell(container: row["container"] as? String ?? "", codec: $0) }
    }
  }

  /// The names that ffprobe and mediainfo have for a codec; linear PCM has one for each depth.
  static let names: [String: (probe: String, info: String)] = [
    "aac": ("aac", "AAC"), "mp3": ("mp3", "MPEG Audio"), "opus": ("opus", "Opus"), "vorbis": ("vorbis", "Vorbis"),
    "ac3": ("ac3", "AC-3"),
    "eac3": ("eac3", "E-AC-3"), "alac": ("alac", "ALAC"), "flac": ("flac", "FLAC"), "pcm": ("pcm_s24le", "PCM"),
    "h264": ("h264", "AVC"), "hevc": ("hevc", "HEVC"), "prores": ("prores", "ProRes"), "mjpeg": ("mjpeg", "JPEG"),
    "av1": ("av1", "AV1"), "vp9": ("vp9", "VP9"), "ffv1": ("ffv1", "FFV1"),
  ]

  static let lossless: Set = ["alac", "flac", "pcm"]

  @Test func `the table has every codec`() {
    #expect(Set((Self.sound + Self.pictures).map(\.codec)) == Set(Self.names.keys))
  }

  @Test(arguments: pictures)
  func `pictures in each codec and container are read as what they are`(cell: Cell) throws {
    let (source, path) = (Files.fixture("h264-aac-small.mp4"), folder.path("out.\(cell.container)"))
    try Tool.avwrite.run(["transcode", source, path, "-q", "--video-codec", cell.codec, "--speed", "superfast"])
    let names = try #require(Self.names[cell.codec])
    let (probe, original) = (try Probe.read(path), try Probe.read(source))
    let (stream, pictures) = (try #require(probe.streams.first), try #require(original.streams.first))
    #expect(stream.codec_name == names.probe)
    #expect([stream.width, stream.height] == [pictures.width, pictures.height])
    // A transport stream counts from anywhere, and Matroska in milliseconds.
    let (times, expected) = (probe.times("v:0"), original.times("v:0"))
    #expect(times.count == expected.count)
    let (first, start) = (try #require(times.first), try #require(expected.first))
    #expect(zip(times, expected).allSatisfy { abs(($0 - first) - ($1 - start)) < 0.0006 })
    if Tool.mediainfo.isInstalled(for: "its reading of our pictures is not compared") {
      let video = try #require(MediaInfoReport.read(path).tracks.first { $0["@type"] == "Video" })
      // Of VP9 in a movie it has the sample entry alone, whoever wrote it.
      #expect(video["Format"] == names.info || ["V_MJPEG", "vp09"].contains(video["CodecID"]))
      // Transport streams have no count.
      if cell.container != "ts" { #expect(video["FrameCount"] == "\(expected.count)") }
    }
    // Decoded by it, the pictures are the source's: its structural similarity of equal pictures is 1.
    let similarity = try Tool.ffmpeg.run(
      ["-i", path, "-i", source, "-lavfi", "[0:v][1:v]ssim", "-f", "null", "-"], input: []
    ).errors
    let all = similarity.components(separatedBy: "All:").last?.prefix { $0 != " " }
    #expect(Double(all ?? "") ?? 0 > 0.95, "\(similarity.suffix(200))")
  }

  private func make(_ cell: Cell, from source: String) throws -> String {
    let path = folder.path("out.\(cell.container)")
    try Tool.avwrite.run(["transcode", Files.fixture(source), path, "-q", "--audio-codec", cell.codec])
    return path
  }

  /// What ffmpeg decodes, in 32 bits a sample.
  private func decoded(_ path: String) throws -> [UInt8] {
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "s32le", "pipe:1"]).bytes
  }

  @Test(arguments: sound)
  func `sound in each codec and container is read as what it is`(cell: Cell) throws {
    let path = try make(cell, from: "pcm24-stereo.wav")
    let names = try #require(Self.names[cell.codec])
    let stream = try #require(Probe.read(path).streams.first)
    // Versions of libavformat before 6 take all of ISO's PCM for 16 bits.
    let isISO = cell.container == "mp4" && cell.codec == "pcm"
    let probed = cell.container == "aiff" ? "pcm_s24be" : names.probe
    if !isISO { #expect(stream.codec_name == probed) }
    #expect(stream.channels == 2)
    if Tool.mediainfo.isInstalled(for: "its reading of our sound is not compared") {
      let sound = try #require(MediaInfoReport.read(path).tracks.first)
      // Older versions do not know ISO's PCM.
      #expect(sound["Format"] == names.info || isISO && sound["Format"] == "ipcm")
      // Of Opus in MPEG files it tells neither channels nor rate, nor do older versions of ISO's PCM, whoever wrote it.
      let isOpusInMPEG = cell.codec == "opus" && ["mp4", "ts"].contains(cell.container)
      let told = sound["Channels"]
      #expect(isOpusInMPEG ? told == nil : told == "2" || isISO && told == nil)
      if !isOpusInMPEG {
        #expect(sound["SamplingRate"].flatMap(Double.init) == stream.sample_rate.flatMap(Double.init))
      }
    }
    if Self.lossless.contains(cell.codec) {
      // What another program cannot decode is ours to bring into a form that it can.
      let readable = isISO ? folder.path("back.wav") : path
      if isISO { try Tool.avwrite.run(["transcode", path, readable, "-q"]) }
      #expect(try decoded(readable) == decoded(Files.fixture("pcm24-stereo.wav")))
    }
  }

  @Test(arguments: sound.filter { !["mp3", "aac"].contains($0.codec) })
  func `surround sound keeps its speakers`(cell: Cell) throws {
    let path = try make(cell, from: "aac-5.1.m4a")
    let values = try Probe.values(of: path, stream: "a:0", fields: ["channels", "channel_layout"])
    #expect(values["channels"] == "6")
    // AC-3 has its pair at the sides, and PCM in Matroska no word for speakers.
    let isSilent = cell.container == "mkv" && cell.codec == "pcm"
    #expect((isSilent ? ["unknown"] : ["5.1", "5.1(side)"]).contains(values["channel_layout"] ?? ""))
    if isSilent { return }
    // The fixture's channels are tones of different loudness.
    let energy = try channelEnergies(path)
    let source = try channelEnergies(Files.fixture("aac-5.1.m4a"))
    for (channel, (ours, theirs)) in zip(energy, source).enumerated() {
      // Of low frequency effects a lossy codec keeps what is low.
      if channel == 3, !Self.lossless.contains(cell.codec) { continue }
      #expect(abs(ours - theirs) <= 0.1 * theirs + 0.001, "channel \(channel)")
    }
  }

  /// The root of the mean square of each channel, in the order of 5.1.
  private func channelEnergies(_ path: String) throws -> [Double] {
    let bytes = try Tool.ffmpeg.run(
      ["-v", "error", "-i", path, "-af", "aformat=channel_layouts=5.1", "-f", "f32le", "pipe:1"]
    ).bytes
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return (0..<6).map { channel in
      let values = stride(from: channel, to: samples.count, by: 6).map { Double(samples[$0]) }
      return (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
    }
  }
}
