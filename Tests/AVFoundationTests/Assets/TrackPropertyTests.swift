import AVFoundation
import MovieFile
import TestSupport
import Testing

/// What other programs read of the properties that an input gives its track.
///
/// Each has a golden dump of what is written too, in `MediaDumpTests/Goldens/written`:
///
/// | property | golden | read by |
/// |---|---|---|
/// | `metadata` | `metadata.mov`, `metadata.mp4` | exiftool; user data by its bytes, which nobody reads of a track |
/// | `transform`, `preferredVolume` | `track.mov` | exiftool, mediainfo |
/// | `languageCode`, `extendedLanguageTag`, `marksOutputTrackAsEnabled` | `track.mov` | mediainfo |
/// | `naturalSize` | `natural-size.mov` | exiftool |
/// | `mediaTimeScale` | `track.mov` | exiftool |
/// | `preferredMediaChunkDuration`, `preferredMediaChunkAlignment` | `chunks.mov`, `fragments.mp4` | ffprobe |
/// | `mediaDataLocation` | `location.mov` | ffprobe; the `load` atom by its bytes, which nobody reads |
/// | `sampleReferenceBaseURL`, sample references | `references.mov` | exiftool (in `SampleReferenceTests`) |
/// | track associations | `association.mov` | ffprobe (chapters); the others by their bytes, which nobody reads |
/// | input groups | `group.mov`, `group.mp4` | mediainfo (in `InputGroupTests`) |
/// | sessions and edits | `session.mov`, `early-session.mov` | ffprobe |
/// | boxed timed metadata | `timed-metadata.mov` | ffprobe, exiftool (in `MetadataAdaptorTests`) |
/// | time code | `track.mov` | ffprobe, mediainfo (in `TimecodeTests`) |
@Suite("Track properties, read by others")
struct TrackPropertyTests {
  private static let mediainfo = Tool.mediainfo.isInstalled(for: "its reading of track properties is not compared")
  private static let exiftool = Tool.exiftool.isInstalled(for: "its reading of track properties is not compared")
  private static let ffprobe = Tool.ffprobe.isInstalled(for: "its reading of track properties is not compared")

  /// Pictures and sound of one second.
  private func write(
    _ url: URL, fileType: AVFileType = .mov,
    configure: (_ video: AVAssetWriterInput, _ audio: AVAssetWriterInput) -> Void
  ) throws {
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    configure(video, audio)
    try WrittenTracks.write(
      url, fileType: fileType,
      [
        WrittenTracks.Lane(video, try (0..<25).map { try ComputedMedia.videoSample($0) }),
        WrittenTracks.Lane(audio, try (0..<10).map { try ComputedMedia.audioSample(start: $0 * 4800, count: 4800) }),
      ])
  }

  @Test(.enabled(if: mediainfo))
  func `WI-26, WI-27: the language is the tag where there is one`() throws {
    let folder = try TemporaryFolder()
    for fileType in [AVFileType.mov, .mp4] {
      let url = folder.file("out." + (fileType == .mov ? "mov" : "mp4"))
      try write(url, fileType: fileType) { video, audio in
        video.languageCode = "deu"
        audio.languageCode = "por"
        audio.extendedLanguageTag = "pt-BR"
      }
      let tracks = try MediaReport.mediainfo(url)
      #expect(tracks.first { $0["@type"] == "Video" }?["Language"] == "de")
      #expect(tracks.first { $0["@type"] == "Audio" }?["Language"] == "pt-BR")
      let asset = AVURLAsset(url: url)
      #expect(asset.tracks.map(\.languageCode) == ["deu", "por"])
      #expect(asset.tracks.map(\.extendedLanguageTag) == [nil, "pt-BR"])
    }
  }

  @Test(.enabled(if: mediainfo && exiftool))
  func `WI-24, WI-25, WI-28: volume, transform and the enabled flag`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url) { video, audio in
      video.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
      audio.preferredVolume = 0.25
      audio.marksOutputTrackAsEnabled = false
    }
    let tags = try MediaReport.exiftool(url)
    #expect(tags["Track1:MatrixStructure"] == "0 1 0 -1 0 0 48 0 1")
    #expect(tags["Track1:TrackVolume"] == "0.00%")
    #expect(tags["Track2:TrackVolume"] == "25.00%")
    let tracks = try MediaReport.mediainfo(url)
    #expect(tracks.first { $0["@type"] == "Video" }?["Rotation"] == "90.000")
    #expect(tracks.first { $0["@type"] == "Video" }?["Default"] == nil)
    #expect(tracks.first { $0["@type"] == "Audio" }?["Default"] == "No")
  }

  @Test(.enabled(if: exiftool))
  func `WI-23, WI-29: natural size and media time scale`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url) { video, _ in
      video.naturalSize = CGSize(width: 640, height: 360)
      video.mediaTimeScale = 90_000
    }
    let tags = try MediaReport.exiftool(url)
    #expect(tags["Track1:ImageWidth"] == "640" && tags["Track1:ImageHeight"] == "360")
    #expect(tags["Track1:SourceImageWidth"] == "64" && tags["Track1:SourceImageHeight"] == "48")
    #expect(tags["Track1:MediaTimeScale"] == "90000")
    #expect(AVURLAsset(url: url).tracks[0].naturalTimeScale == 90_000)
  }

  @Test(
    .enabled(if: ffprobe),
    arguments: [false, true])
  func `WI-30, WI-31: chunks begin on the boundary with zeros between them`(_ isFastStart: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let alignment: Int64 = 4096
    let lanes = [
      WrittenTracks.Lane(
        AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()),
        try (0..<50).map { try ComputedMedia.videoSample($0) }),
      try WrittenTracks.sound(seconds: 2),
    ]
    for lane in lanes {
      lane.input.preferredMediaChunkAlignment = Int(alignment)
      lane.input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 4)
    }
    try WrittenTracks.write(url, lanes) { $0.shouldOptimizeForNetworkUse = isFastStart }
    // By the places of the packets alone: where one does not follow the one before it, a chunk begins.
    let probe = try Probe.read(url.path, appliesEdits: false)
    let packets = probe.tracks.flatMap(probe.packets(of:))
      .compactMap { packet in packet.pos.flatMap(Int64.init).map { (place: $0, size: Int64(packet.size) ?? 0) } }
      .sorted { $0.place < $1.place }
    let file = [UInt8](try Data(contentsOf: url))
    var end: Int64?
    var chunks = 0
    for packet in packets {
      if packet.place != end {
        #expect(packet.place % alignment == 0)
        if let end { #expect(file[Int(end)..<Int(packet.place)].allSatisfy { $0 == 0 }) }
        chunks += 1
      }
      end = packet.place + packet.size
    }
    #expect(chunks >= 12)
    for track in try WrittenFile.movie(url).tracks {
      #expect(track.chunkOffsets.allSatisfy { $0 % alignment == 0 })
      #expect(track.chunkDurations.allSatisfy { $0 * 4 <= Int64(track.timeScale) })
    }
  }

  @Test func `WI-13: samples that do not match the hint, and that the file cannot hold, end in failure`() throws {
    let folder = try TemporaryFolder()
    let hint = try ReadMedia.track(Files.fixtures.appendingPathComponent("h264-aac-small.mp4"), .video).1.format
    var samples: [CMSampleBuffer] = []
    try ReadMedia.forEachSample(of: Files.fixtures.appendingPathComponent("prores-pcm24.mov"), .video, settings: nil) {
      samples.append($0)
    }
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: hint)
    let error = #expect(throws: AVError.self) {
      try WrittenTracks.write(folder.file("out.mp4"), fileType: .mp4, [WrittenTracks.Lane(input, samples)])
    }
    #expect(error?.code == .formatUnsupported)
    #expect(folder.names.isEmpty)
  }

  @Test func `WI-31: an alignment that no file has ends in an error, not in a file`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.input.preferredMediaChunkAlignment = .max
    #expect(!made.writer.startWriting())
    #expect((made.writer.error as? AVError)?.code == .unsupportedOutputSettings)
    #expect(folder.names.isEmpty)
  }

  @Test(.enabled(if: exiftool))
  func `WI-20: exiftool reads a track's QuickTime metadata, and its user data has QuickTime's layout`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    func item(_ identifier: AVMetadataIdentifier, _ text: String) -> AVMetadataItem {
      let item = AVMutableMetadataItem()
      item.identifier = identifier
      item.value = NSString(string: text)
      return item
    }
    let text = "comment in user data"
    try write(url) { _, audio in
      audio.metadata = [item(.quickTimeMetadataTitle, "keyed title"), item(.quickTimeUserDataComment, text)]
    }
    // Newer versions of exiftool have a group for the keys of sound.
    let report = try MediaReport.exiftool(url)
    #expect(report["Track2:Title"] ?? report["AudioKeys:Title"] == "keyed title")
    // In the second track: size, type, length and language of the text, the text (QuickTime File Format, "User data text
    // strings and language codes"). exiftool shows the user data of the movie alone.
    let file = [UInt8](try Data(contentsOf: url))
    let second = try #require(file.ranges(of: Array("trak".utf8)).last)
    let type: [UInt8] = [0xA9] + Array("cmt".utf8)
    let box = try #require(file[second.upperBound...].firstRange(of: type))
    #expect(Array(file[(box.lowerBound - 4)..<box.lowerBound]) == [0, 0, 0, UInt8(12 + text.utf8.count)])
    #expect(Array(file[box.upperBound..<(box.upperBound + 2)]) == [0, UInt8(text.utf8.count)])
    #expect(Array(file[(box.upperBound + 4)..<(box.upperBound + 4 + text.utf8.count)]) == Array(text.utf8))
  }

  @Test(.enabled(if: ffprobe))
  func `WI-33: ffprobe finds the media that comes first before all other, and the rest interleaved`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let lanes = [
      try WrittenTracks.sound(seconds: 3), try WrittenTracks.sound(seconds: 3), try WrittenTracks.sound(seconds: 3),
    ]
    lanes[2].input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    try WrittenTracks.write(url, lanes)
    let probe = try Probe.read(url.path, appliesEdits: false)
    let places = probe.tracks.map { probe.packets(of: $0).compactMap { $0.pos.flatMap(Int64.init) } }
    let first = try #require(places[2].max())
    #expect(places[0].allSatisfy { $0 > first } && places[1].allSatisfy { $0 > first })
    #expect(try #require(places[0].last) > #require(places[1].first))
    #expect(try #require(places[1].last) > #require(places[0].first))
  }

  @Test(.enabled(if: ffprobe))
  func `AW-33 to AW-35: ffprobe presents what the session has`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let made = try WriterWithInput(
      in: folder.url, settings: Settings.video(compression: [AVVideoAllowFrameReorderingKey: false]))
    #expect(made.writer.startWriting())
    made.writer.startSession(atSourceTime: CMTime(value: -5, timescale: 25))
    for index in 0..<20 {
      made.input.waitUntilReady()
      try #expect(made.input.append(ComputedMedia.videoSample(index)))
    }
    made.writer.endSession(atSourceTime: CMTime(value: 10, timescale: 25))
    try finishWriting(made.writer)
    try FileManager.default.moveItem(at: made.writer.outputURL, to: url)
    // Five pictures' time of nothing, and then ten pictures.
    let expected = (5..<15).map { Double($0) / 25 }
    let times = try Probe.read(url.path).times("v:0").filter { $0 < 0.6 - 0.001 }
    #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 0.001 } && times.count == expected.count, "\(times)")
    #expect(try Probe.values(of: url.path, stream: "v:0", fields: ["start_time"]) == ["start_time": "0.200000"])
  }

  @Test func `WI-33: the preload hint is QuickTime's load atom, byte by byte`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let sound = try WrittenTracks.sound()
    sound.input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    try WrittenTracks.write(url, [sound])
    let file = [UInt8](try Data(contentsOf: url))
    let hint = try #require(file.firstRange(of: Array("load".utf8)))
    // Size 24; from time 0, to the end, whether the track is enabled or not, without playback hints (QuickTime File
    // Format, "Track load settings atoms").
    let fields: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0]
    #expect(Array(file[hint.lowerBound - 4..<hint.lowerBound]) == [0, 0, 0, 24])
    #expect(Array(file[hint.upperBound..<hint.upperBound + 16]) == fields)
  }

  @Test func `WI-85, WI-86: a reference is a box of its type with the identifiers of tracks`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let sound = try WrittenTracks.sound()
    let (one, other) = (try WrittenTracks.text(["One"]), try WrittenTracks.text(["Other"]))
    for chapters in [one, other] { sound.input.addTrackAssociation(withTrackOf: chapters.input, type: "chap") }
    try WrittenTracks.write(url, [sound, one, other])
    let file = [UInt8](try Data(contentsOf: url))
    let box = try #require(file.firstRange(of: Array("tref".utf8)))
    // A tref of 24 bytes holds a chap of 16 with two track numbers (ISO 14496-12 8.3.3).
    let contents: [UInt8] = [0, 0, 0, 16] + Array("chap".utf8) + [0, 0, 0, 2, 0, 0, 0, 3]
    #expect(Array(file[box.lowerBound - 4..<box.upperBound + 16]) == [0, 0, 0, 24] + Array("tref".utf8) + contents)
  }

  @Test(.enabled(if: ffprobe))
  func `WI-85: ffprobe shows the titles of the chapter track as chapters`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let sound = try WrittenTracks.sound(seconds: 2)
    let chapters = try WrittenTracks.text(["Opening", "Ending"])
    chapters.input.marksOutputTrackAsEnabled = false
    sound.input.addTrackAssociation(withTrackOf: chapters.input, type: "chap")
    try WrittenTracks.write(url, [sound, chapters])
    let text = try Tool.ffprobe.run(["-v", "error", "-show_chapters", "-of", "json", url.path]).text
    #expect(text.contains("\"title\": \"Opening\"") && text.contains("\"title\": \"Ending\""))
  }
}
