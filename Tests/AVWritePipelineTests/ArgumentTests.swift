import Testing

@testable import AVWritePipeline

@Suite struct ArgumentTests {
  @Test(arguments: [
    ("128k", 128_000), ("4M", 4_000_000), ("2.5M", 2_500_000), ("1500000", 1_500_000), ("0.5k", 500),
    ("128kbps", 128_000), ("2.5Mbit/s", 2_500_000), ("4Mb/s", 4_000_000), ("900b/s", 900), ("128K", 128_000),
  ])
  func `bit rates`(text: String, expected: Int) {
    #expect(BitRate(argument: text)?.bitsPerSecond == expected)
  }

  @Test(arguments: [
    "", "k", "0", "-1k", "1.5", "0.0001k", "3000M", "4G", "99999999999999999999M", "128kb", "4MB/s", "4MBps", "8Ki",
    "4 M", "M4",
  ])
  func `bit rates that are none`(text: String) {
    #expect(BitRate(argument: text) == nil)
  }

  @Test(arguments: [
    ("25M", 25_000_000), ("8MB", 8_000_000), ("8mB", 8_000_000), ("8MiB", 8_388_608), ("1.5GiB", 1_610_612_736),
    ("700kB", 700_000), ("512B", 512), ("1KiB", 1024),
  ])
  func `sizes of files`(text: String, expected: Int64) { #expect(ByteCount(argument: text)?.bytes == expected) }

  @Test(arguments: ["", "B", "8Mb", "8MBB", "8iB", "0.3B", "-1M", "1TB"])
  func `sizes of files that are none`(text: String) { #expect(ByteCount(argument: text) == nil) }

  @Test func `codecs by their other names`() {
    for name in ["hevc", "HEVC", "h265", "H.265", "x265", "libx265"] {
      #expect(VideoChoice.Codec(argument: name) == .hevc, "\(name)")
    }
    for name in ["h264", "H.264", "avc", "x264", "libx264"] {
      #expect(VideoChoice.Codec(argument: name) == .h264, "\(name)")
    }
    #expect(VideoChoice.Codec(argument: "libvpx-vp9") == .vp9 && VideoChoice.Codec(argument: "h26") == nil)
    #expect(AudioChoice.Codec(argument: "libmp3lame") == .mp3 && AudioChoice.Codec(argument: "AAC") == .aac)
  }

  @Test func `picture sizes`() {
    #expect(PictureSize(argument: "1280x720") == PictureSize(width: 1280, height: 720))
    for text in ["", "1280", "x", "1x720", "1280x720x3", "-2x4", "16385x16", "axb"] {
      #expect(PictureSize(argument: text) == nil, "\(text)")
    }
  }

  private static func track(_ kind: TrackKind, _ position: Int, id: Int32 = 9, _ language: String? = nil) -> TrackFacts
  {
    TrackFacts(id: id, kind: kind, position: position, codec: "none", languageCode: language)
  }

  @Test func `a selection keeps what it names`() throws {
    let selection = try #require(TrackSelection(argument: "video:1,audio:en,subtitle:*"))
    #expect(selection.contains(Self.track(.video, 1)))
    #expect(!selection.contains(Self.track(.video, 2)))
    #expect(selection.contains(Self.track(.audio, 2, "en-GB")))
    #expect(selection.contains(Self.track(.audio, 2, "eng")))
    #expect(!selection.contains(Self.track(.audio, 1, "enm")))
    #expect(selection.contains(Self.track(.subtitle, 7, "de")))
    #expect(!selection.contains(Self.track(.timecode, 1)))
    let german = try #require(TrackSelection(argument: "audio:ger"))
    #expect(german.contains(Self.track(.audio, 1, "deu")))
    for text in [
      "", "video:", "video:0", "picture", "audio:e_n", "video,,audio", "video:1:2", "0", "-1", "1.5", "1:eng",
    ] {
      #expect(TrackSelection(argument: text) == nil, "\(text)")
    }
  }

  @Test func `a number is that of a track in its file, and no place among its kind`() throws {
    let selection = try #require(TrackSelection(argument: "3,audio:1"))
    #expect(selection.contains(Self.track(.video, 1, id: 3)))
    #expect(!selection.contains(Self.track(.video, 3, id: 1)))
    #expect(selection.contains(Self.track(.audio, 1, id: 2)))
  }

  @Test func `the extension names the container`() {
    #expect(Container(fileName: "a.b.MP4") == .mp4)
    #expect(Container(fileName: "clip.qt") == .mov)
    #expect(Container(fileName: ".mp4") == nil)
    #expect(Container(fileName: "mp4") == nil)
    #expect(Container(fileName: "clip.xyz") == nil)
  }
}
