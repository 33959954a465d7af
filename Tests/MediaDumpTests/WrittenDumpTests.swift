import AVFoundation
import Foundation
import MediaDump
import TestSupport
import Testing

/// What each property of a writer's input writes, box by box.
@Suite("Dumps of what is written")
struct WrittenDumpTests {
  private func expect(
    _ name: String, fileType: AVFileType = .mov, _ lanes: [WrittenMovie.Lane],
    configure: (AVAssetWriter) -> Void = { _ in }
  ) async throws {
    let folder = try TemporaryFolder()
    let url = folder.file(name)
    try await WrittenMovie.write(url, fileType: fileType, lanes, configure: configure)
    try expectGolden(MediaDump.text(of: url, options: [.boxes]), "written/\(name)")
  }

  @Test("WI-23 to WI-29: language, volume, transform, enabled flag and time scale")
  func track() async throws {
    let (sound, code) = (try WrittenMovie.sound(), try WrittenMovie.timecode())
    sound.input.languageCode = "por"
    sound.input.extendedLanguageTag = "pt-BR"
    sound.input.preferredVolume = 0.5
    code.input.marksOutputTrackAsEnabled = false
    code.input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
    code.input.mediaTimeScale = 2500
    try await expect("track.mov", [sound, code])
  }

  @Test("WI-30, WI-31: chunks of a duration on a boundary")
  func chunks() async throws {
    let sound = try WrittenMovie.sound()
    sound.input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 10)
    sound.input.preferredMediaChunkAlignment = 2048
    try await expect("chunks.mov", [sound])
  }

  @Test("WI-33: a track before the others")
  func location() async throws {
    let (sound, code) = (try WrittenMovie.sound(), try WrittenMovie.timecode())
    code.input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    try await expect("location.mov", [sound, code])
  }

  @Test("WI-85, WI-86: an association")
  func association() async throws {
    let (sound, code) = (try WrittenMovie.sound(), try WrittenMovie.timecode())
    sound.input.addTrackAssociation(withTrackOf: code.input, type: "tmcd")
    try await expect("association.mov", [sound, code])
  }

  @Test("IG-03: alternatives", arguments: [AVFileType.mov, .mp4])
  func group(_ fileType: AVFileType) async throws {
    let (one, other) = (try WrittenMovie.sound(), try WrittenMovie.sound())
    try await expect("group." + (fileType == .mov ? "mov" : "mp4"), fileType: fileType, [one, other]) { writer in
      writer.add(AVAssetWriterInputGroup(inputs: [one.input, other.input], defaultInput: other.input))
    }
  }

  @Test("AW-15, WI-20: metadata in every form that a movie has", arguments: [AVFileType.mov, .mp4])
  func metadata(_ fileType: AVFileType) async throws {
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
