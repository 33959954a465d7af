import AVFoundation
import Foundation
import MediaDump
import TestSupport
import Testing

/// What each property of a writer's input writes, box by box.
@Suite("Dumps of what is written")
struct WrittenDumpTests {
  private func expect(
    _ name: String, fileType: AVFileType = .mov, _ lanes: [WrittenMovie.Lane], from start: CMTime = .zero,
    to end: CMTime? = nil, configure: (AVAssetWriter) -> Void = { _ in }
  ) async throws {
    let folder = try TemporaryFolder()
    let url = folder.file(name)
    try await WrittenMovie.write(url, fileType: fileType, lanes, from: start, to: end, configure: configure)
    try expectGolden(MediaDump.text(of: url, options: [.boxes]), "written/\(name)")
  }

  @Test func `WI-23 to WI-29: language, volume, transform, enabled flag and time scale`() async throws {
    let (sound, code) = (try WrittenMovie.sound(), try WrittenMovie.timecode())
    sound.input.languageCode = "por"
    sound.input.extendedLanguageTag = "pt-BR"
    sound.input.preferredVolume = 0.5
    code.input.marksOutputTrackAsEnabled = false
    code.input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
    code.input.mediaTimeScale = 2500
    try await expect("track.mov", [sound, code])
  }

  @Test func `WI-23: a natural size`() async throws {
    let pictures = try WrittenMovie.pictures()
    pictures.input.naturalSize = CGSize(width: 640, height: 360)
    try await expect("natural-size.mov", [pictures])
  }

  @Test func `WI-32, WI-71: samples in another file, relative to a folder`() async throws {
    let folder = URL(fileURLWithPath: "/media", isDirectory: true)
    let sound = try WrittenMovie.referredSound(in: folder.appending(path: "sound.mov"))
    sound.input.sampleReferenceBaseURL = folder
    try await expect("references.mov", [sound])
  }

  @Test func `AW-33, AW-35: a session that starts after the first sample and ends before the last`() async throws {
    try await expect(
      "session.mov", [try WrittenMovie.sound()], from: CMTime(value: 1, timescale: 10),
      to: CMTime(value: 4, timescale: 10))
  }

  @Test func `AW-34: a session that starts before the first sample`() async throws {
    try await expect("early-session.mov", [try WrittenMovie.sound()], from: CMTime(value: -1, timescale: 4))
  }

  @Test func `MA-03: timed metadata`() async throws {
    try await expect("timed-metadata.mov", [try WrittenMovie.sound(), try WrittenMovie.orientation()])
  }

  @Test func `AW-60, WI-31: fragments, with chunks on a boundary`() async throws {
    let sound = try WrittenMovie.sound()
    sound.input.preferredMediaChunkAlignment = 512
    try await expect("fragments.mp4", fileType: .mp4, [sound]) { writer in
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 5)
    }
  }

  @Test func `WI-30, WI-31: chunks of a duration on a boundary`() async throws {
    let sound = try WrittenMovie.sound()
    sound.input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 10)
    sound.input.preferredMediaChunkAlignment = 2048
    try await expect("chunks.mov", [sound])
  }

  @Test func `WI-33: a track before the others`() async throws {
    let (sound, code) = (try WrittenMovie.sound(), try WrittenMovie.timecode())
    code.input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    try await expect("location.mov", [sound, code])
  }

  @Test func `WI-85, WI-86: an association`() async throws {
    let (sound, code) = (try WrittenMovie.sound(), try WrittenMovie.timecode())
    sound.input.addTrackAssociation(withTrackOf: code.input, type: "tmcd")
    try await expect("association.mov", [sound, code])
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `IG-03: alternatives`(_ fileType: AVFileType) async throws {
    let (one, other) = (try WrittenMovie.sound(), try WrittenMovie.sound())
    try await expect("group." + (fileType == .mov ? "mov" : "mp4"), fileType: fileType, [one, other]) { writer in
      writer.add(AVAssetWriterInputGroup(inputs: [one.input, other.input], defaultInput: other.input))
    }
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `AW-15, WI-20: metadata in every form that a movie has`(_ fileType: AVFileType) async throws {
    func item(_ identifier: AVMetadataIdentifier, _ text: String, language: String? = nil) -> AVMetadataItem {
      let item = AVMutableMetadataItem()
      item.identifier = identifier
      item.value = NSString(string: text)
      item.extendedLanguageTag = language
      return item
    }
    let sound = try WrittenMovie.sound()
    sound.input.metadata = [
      item(.quickTimeMetadataTitle, "Track"), item(.quickTimeUserDataFullName, "Spur", language: "de"),
    ]
    try await expect("metadata." + (fileType == .mov ? "mov" : "mp4"), fileType: fileType, [sound]) { writer in
      writer.metadata = [
        item(.quickTimeMetadataTitle, "Title", language: "en"),
        item(.quickTimeUserDataFullName, "Name", language: "en"),
        item(.quickTimeUserDataFullName, "Titel", language: "de"), item(.iTunesMetadataArtist, "Artist"),
        item(AVMetadataIdentifier("itlk/com.apple.iTunes.MOOD"), "calm"), item(.isoUserDataCopyright, "Rights"),
      ]
    }
  }
}
