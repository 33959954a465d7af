import Testing

@testable import AVWritePipeline

@Suite struct ArgumentTests {
  @Test(arguments: [("128k", 128_000), ("4M", 4_000_000), ("2.5M", 2_500_000), ("1500000", 1_500_000), ("0.5k", 500)])
  func `bit rates`(text: String, expected: Int) {
    #expect(BitRate(argument: text)?.bitsPerSecond == expected)
  }

  @Test(arguments: ["", "k", "0", "-1k", "1.5", "0.0001k", "3000M", "4G", "99999999999999999999M", "128kb"])
  func `bit rates that are none`(text: String) {
    #expect(BitRate(argument: text) == nil)
  }

  @Test func `picture sizes`() {
    #expect(PictureSize(argument: "1280x720") == PictureSize(width: 1280, height: 720))
    for text in ["", "1280", "x", "1x720", "1280x720x3", "-2x4", "16385x16", "axb"] {
      #expect(PictureSize(argument: text) == nil, "\(text)")
    }
  }

  @Test func `a selection keeps what it names`() throws {
    let selection = try #require(TrackSelection(argument: "video:1,audio:en,subtitle:*"))
    #expect(selection.contains(kind: .video, position: 1, languages: []))
    #expect(!selection.contains(kind: .video, position: 2, languages: []))
    #expect(selection.contains(kind: .audio, position: 2, languages: ["en-GB", "eng"]))
    #expect(selection.contains(kind: .audio, position: 2, languages: ["eng"]))
    #expect(!selection.contains(kind: .audio, position: 1, languages: ["enm"]))
    #expect(selection.contains(kind: .subtitle, position: 7, languages: ["de"]))
    #expect(!selection.contains(kind: .timecode, position: 1, languages: []))
    let german = try #require(TrackSelection(argument: "audio:ger"))
    #expect(german.contains(kind: .audio, position: 1, languages: ["deu"]))
    for text in ["", "video:", "video:0", "picture", "audio:e_n", "video,,audio", "video:1:2"] {
      #expect(TrackSelection(argument: text) == nil, "\(text)")
    }
  }

  @Test func `the extension names the container`() {
    #expect(Container(fileName: "a.b.MP4") == .mp4)
    #expect(Container(fileName: "clip.qt") == .mov)
    #expect(Container(fileName: ".mp4") == nil)
    #expect(Container(fileName: "mp4") == nil)
    #expect(Container(fileName: "clip.xyz") == nil)
  }
}
