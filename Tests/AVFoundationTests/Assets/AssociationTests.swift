import AVFoundation
import MovieFile
import TestSupport
import Testing

/// References between the tracks of a file.
@Suite("Track associations")
struct AssociationTests {
  /// What leads from which media to which, and not the other way round.
  struct Way: CustomTestStringConvertible, Sendable {
    var type: AVAssetTrack.AssociationType
    var source: AVMediaType
    var target: AVMediaType
    var isSymmetric = false
    var testDescription: String { "\(type.rawValue) from \(source.rawValue) to \(target.rawValue)" }
  }

  static let ways: [Way] = [
    Way(type: .audioFallback, source: .audio, target: .audio, isSymmetric: true),
    Way(type: .chapterList, source: .video, target: .text),
    Way(type: .forcedSubtitlesOnly, source: .subtitle, target: .subtitle, isSymmetric: true),
    Way(type: .metadataReferent, source: .metadata, target: .video),
    Way(type: .renderMetadataSource, source: .metadata, target: .video),
    Way(type: .selectionFollower, source: .audio, target: .subtitle, isSymmetric: true),
    Way(type: .timecode, source: .video, target: .timecode),
  ]

  @Test(arguments: ways)
  func `WI-85: an association leads from the media it is of to the media it needs`(_ way: Way) {
    let source = AVAssetWriterInput(mediaType: way.source, outputSettings: nil)
    let target = AVAssetWriterInput(mediaType: way.target, outputSettings: nil)
    #expect(source.canAddTrackAssociation(withTrackOf: target, type: way.type.rawValue))
    #expect(target.canAddTrackAssociation(withTrackOf: source, type: way.type.rawValue) == way.isSymmetric)
    #expect(!source.canAddTrackAssociation(withTrackOf: source, type: way.type.rawValue))
  }

  @Test func `WI-85: a file type without references has no associations, and a type has four characters`() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("out.wav"), fileType: .wav)
    let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
    let other = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    #expect(sound.canAddTrackAssociation(withTrackOf: other, type: "fall"))
    writer.add(sound)
    #expect(!sound.canAddTrackAssociation(withTrackOf: other, type: "fall"))
    #expect(!other.canAddTrackAssociation(withTrackOf: sound, type: "fall"))
    #expect(
      !other.canAddTrackAssociation(withTrackOf: AVAssetWriterInput(mediaType: .audio, outputSettings: nil), type: ""))
  }

  @Test func `WI-86: the tracks refer to each other in the file`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let sound = try WrittenTracks.sound()
    let fallback = try WrittenTracks.sound()
    let chapters = try WrittenTracks.text(["One", "Two"])
    let code = try WrittenTracks.timecode(start: 90_000)
    let absent = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    sound.input.addTrackAssociation(withTrackOf: chapters.input, type: "chap")
    sound.input.addTrackAssociation(withTrackOf: code.input, type: "tmcd")
    sound.input.addTrackAssociation(withTrackOf: fallback.input, type: "fall")
    sound.input.addTrackAssociation(withTrackOf: fallback.input, type: "fall")
    // An input that is not added has no track.
    sound.input.addTrackAssociation(withTrackOf: absent, type: "fall")
    fallback.input.addTrackAssociation(withTrackOf: absent, type: "fall")
    try WrittenTracks.write(url, [sound, fallback, chapters, code])
    let asset = AVURLAsset(url: url)
    let tracks = asset.tracks
    #expect(tracks.map(\.mediaType) == [.audio, .audio, .text, .timecode])
    #expect(tracks[0].availableTrackAssociationTypes == [.chapterList, .timecode, .audioFallback])
    #expect(tracks[0].associatedTracks(ofType: .chapterList) == [tracks[2]])
    #expect(tracks[0].associatedTracks(ofType: .timecode) == [tracks[3]])
    #expect(tracks[0].associatedTracks(ofType: .audioFallback) == [tracks[1]])
    #expect(tracks[0].associatedTracks(ofType: .selectionFollower).isEmpty)
    #expect(tracks[1].availableTrackAssociationTypes.isEmpty)
  }

  @Test func `WI-86: a track that got no samples is not in the file, nor is a reference to it`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let sound = try WrittenTracks.sound()
    let chapters = try WrittenTracks.text([])
    sound.input.addTrackAssociation(withTrackOf: chapters.input, type: "chap")
    try WrittenTracks.write(url, [sound, chapters])
    let track = try #require(AVURLAsset(url: url).tracks.first)
    #expect(track.availableTrackAssociationTypes.isEmpty)
    #expect(try WrittenFile.track(url).references.isEmpty)
  }

  @Test func `associated tracks load asynchronously`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let sound = try WrittenTracks.sound()
    let code = try WrittenTracks.timecode(start: 0)
    sound.input.addTrackAssociation(withTrackOf: code.input, type: "tmcd")
    try WrittenTracks.write(url, [sound, code])
    let asset = AVURLAsset(url: url)
    let tracks = try await asset.loadTracks(withMediaType: .audio)
    #expect(try await tracks[0].loadAssociatedTracks(ofType: .timecode).map(\.mediaType) == [.timecode])
  }
}
