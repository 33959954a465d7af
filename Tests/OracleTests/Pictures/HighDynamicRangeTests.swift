import Foundation
import TestSupport
import Testing

/// High dynamic range stays what it is through an encoder, as other programs read it.
@Suite(.enabled(if: Tool.mediainfo.isInstalled(for: "no other program reads our high dynamic range")))
struct HighDynamicRangeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a grading says of a picture.
  private static let facts = [
    "transfer_characteristics", "colour_primaries", "matrix_coefficients", "MasteringDisplay_ColorPrimaries",
    "MasteringDisplay_Luminance", "MaxCLL", "MaxFALL",
  ]

  private func video(_ path: String) throws -> [String: String] {
    try #require(MediaInfoReport.read(path).tracks.first { $0["@type"] == "Video" })
  }

  private func transcode(_ source: String, to container: String, _ options: String...) throws -> String {
    let path = folder.path("out.\(container)")
    try Tool.avwrite.run(["transcode", Files.fixture(source), path, "-q", "--speed", "ultrafast"] + options)
    return path
  }

  @Test(arguments: ["mp4", "mov", "mkv"], ["hevc", "av1"])
  func `HDR10's facts survive in each container`(container: String, codec: String) throws {
    let source = try video(Files.fixture("hevc10-hdr10.mp4"))
    let path = try transcode("hevc10-hdr10.mp4", to: container, "--video-codec", codec)
    let made = try video(path)
    // Of what Matroska itself says it gives no unit.
    func number(_ text: String?) -> String? { text?.replacingOccurrences(of: " cd/m2", with: "") }
    for fact in Self.facts { #expect(number(made[fact]) == number(source[fact]) && made[fact] != nil, "\(fact)") }
    #expect(made["BitDepth"] == "10")
  }

  /// Not only the container knows them.
  @Test(arguments: [("hevc", "hevc"), ("av1", "obu")])
  func `HDR10's facts are in the stream itself`(codec: String, format: String) throws {
    let path = try transcode("hevc10-hdr10.mp4", to: "mp4", "--video-codec", codec)
    let stream = folder.path("stream.\(format)")
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-c", "copy", "-f", format, stream])
    let frame = try Tool.ffprobe.run(["-v", "error", "-show_frames", "-read_intervals", "%+#1", stream]).text
    #expect(frame.contains("side_data_type=Mastering display metadata"))
    #expect(frame.contains("side_data_type=Content light level metadata"))
    #expect(frame.contains("color_transfer=smpte2084"))
  }

  @Test(arguments: [("hevc10-hdr10.mp4", "PQ"), ("hevc10-hlg.mp4", "HLG")])
  func `without a codec it becomes HEVC Main 10 for every player`(source: String, transfer: String) throws {
    for container in ["mp4", "mov", "m4v"] {
      let made = try video(transcode(source, to: container))
      #expect(made["CodecID"] == "hvc1")
      #expect(made["Format_Profile"]?.hasPrefix("Main 10") == true)
      #expect(made["transfer_characteristics"] == transfer)
    }
  }

  /// Version 1 of ST 2094-40, one window: targeted luminance, brightest components, mean, no percentiles, no curves.
  private static let dynamicMetadata: [UInt8] = {
    let fields: [(value: UInt64, bits: Int)] =
      [(0xB5, 8), (0x003C, 16), (1, 16), (4, 8), (1, 8), (1, 2), (500, 27), (0, 1)]
      + [(9000, 17), (8000, 17), (7000, 17), (600, 17), (0, 4), (0, 10)] + [(0, 1), (0, 1), (0, 1)]
    let bits = fields.flatMap { field in (0..<field.bits).reversed().map { UInt8(field.value >> UInt64($0) & 1) } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 << 1 | ($1 < bits.count ? bits[$1] : 0) }
    }
  }()

  /// The fixture with a message in front of every picture, put together with other programs.
  private func sourceWithDynamicMetadata() throws -> String {
    let (stream, timed, path) = (folder.path("in.hevc"), folder.path("timed.mkv"), folder.path("in.mp4"))
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("hevc10-hdr10.mp4"), "-c", "copy", "-bsf", "hevc_mp4toannexb", stream,
    ])
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: stream)))
    let message: [UInt8] = [4, UInt8(Self.dynamicMetadata.count)] + Self.dynamicMetadata + [0x80]
    // "Emulation prevention": no two zeros stand before a byte of less than 4.
    var unit: [UInt8] = [39 << 1, 1]
    for byte in message {
      if unit.suffix(2) == [0, 0], byte < 4 { unit.append(3) }
      unit.append(byte)
    }
    var starts: [Int] = []
    for place in bytes.indices.dropLast(5) where bytes[place..<place + 3] == [0, 0, 1] {
      let (type, isFirst) = (bytes[place + 3] >> 1 & 0x3F, bytes[place + 5] & 0x80 != 0)
      if type < 32, isFirst { starts.append(place) }
    }
    for place in starts.reversed() { bytes.insert(contentsOf: [0, 0, 1] + unit, at: place) }
    try Data(bytes).write(to: URL(fileURLWithPath: stream))
    try Tool.mkvmerge.run(["-q", "-o", timed, "--default-duration", "0:24fps", stream])
    try Tool.ffmpeg.run(["-v", "error", "-i", timed, "-c", "copy", "-tag:v", "hvc1", path])
    #expect(try hasDynamicMetadata(path))
    return path
  }

  private func hasDynamicMetadata(_ path: String) throws -> Bool {
    try Tool.ffprobe.run(["-v", "error", "-show_frames", "-read_intervals", "%+#1", path]).text
      .contains("side_data_type=HDR Dynamic Metadata SMPTE2094-40 (HDR10+)")
  }

  private static let canMix = [Tool.ffmpeg, .ffprobe, .mkvmerge].allSatisfy {
    $0.isInstalled(for: "no pictures have HDR10+")
  }

  @Test(.enabled(if: canMix), arguments: ["mp4", "mov", "mkv", "ts"])
  func `HDR10+ is carried in copied pictures`(container: String) throws {
    let (source, path) = (try sourceWithDynamicMetadata(), folder.path("out.\(container)"))
    try Tool.avwrite.run(["transcode", source, path, "-q", "--video-codec", "copy", "--require", "hdr"])
    #expect(try hasDynamicMetadata(path))
  }

  @Test(.enabled(if: canMix)) func `HDR10+ of pictures that are encoded is in the ledger`() throws {
    let (source, path) = (try sourceWithDynamicMetadata(), folder.path("out.mp4"))
    let run = ["transcode", source, path, "--speed", "ultrafast"]
    let reason =
      "dropped: track.1.video.hdr10Plus: version 1 (it describes the source's pictures, which are encoded again)"
    #expect(try Tool.avwrite.run(run + ["--plan"]).text.contains(reason))
    #expect(try Tool.avwrite.run(run).errors.contains(reason))
    let failure = #expect(throws: Tool.Failure.self) {
      try Tool.avwrite.run(["transcode", source, folder.path("other.mp4"), "--require", "hdr"])
    }
    #expect(failure?.description.contains("hdr10Plus") == true)
  }

  @Test func `eight bits carry it only where they are asked for, and that is said`() throws {
    let kept = try video(transcode("hevc10-hdr10.mp4", to: "mp4", "--video-codec", "h264", "--tone-map", "off"))
    #expect(kept["BitDepth"] == "10")
    let mapped = try video(transcode("hevc10-hdr10.mp4", to: "mov", "--video-codec", "h264"))
    #expect(mapped["BitDepth"] == "8" && mapped["transfer_characteristics"] == "BT.709")
    let path = folder.path("asked.mp4")
    let plan = try Tool.avwrite.run([
      "transcode", Files.fixture("hevc10-hdr10.mp4"), path, "--video-codec", "h264", "--pixel-format", "yuv420p",
      "--tone-map", "off", "--plan",
    ]).text
    #expect(plan.contains("HDR in 8 bits"))
  }
}
