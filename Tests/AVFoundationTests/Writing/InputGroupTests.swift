import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Inputs whose tracks are alternatives of each other.
@Suite("Input groups")
struct InputGroupTests {
  @Test func `IG-01, IG-03: the tracks are alternatives, and the default input's alone is enabled`() throws {
    let folder = try TemporaryFolder()
    for fileType in [AVFileType.mov, .mp4, .m4v, .m4a] {
      let url = folder.file("out-\(fileType.rawValue)")
      let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
      let inputs = (0..<4).map { _ in AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()) }
      for input in inputs { writer.add(input) }
      let first = AVAssetWriterInputGroup(inputs: [inputs[0], inputs[1]], defaultInput: inputs[1])
      let second = AVAssetWriterInputGroup(inputs: [inputs[2]], defaultInput: nil)
      #expect(writer.canAdd(first))
      writer.add(first)
      writer.add(second)
      #expect(writer.inputGroups.map { $0.inputs.count } == [2, 1])
      #expect(writer.inputGroups[0] === first)
      #expect(first.defaultInput === inputs[1])
      let base: AVMediaSelectionGroup = first
      #expect(base.options.isEmpty)
      #expect(inputs.map(\.marksOutputTrackAsEnabled) == [false, true, false, true])
      try WrittenFile.start(writer)
      for input in inputs {
        input.waitUntilReady()
        try #expect(input.append(ComputedMedia.audioSample(start: 0, count: 4800)))
        input.markAsFinished()
      }
      try finishWriting(writer)
      let asset = AVURLAsset(url: url)
      #expect(asset.tracks.map(\.isEnabled) == [false, true, false, true])
      #expect(asset.trackGroups.map(\.trackIDs) == [[1, 2]])
      #expect(try WrittenFile.movie(url).tracks.map(\.header.alternateGroup) == [1, 1, 2, 0])
    }
  }

  @Test func `IG-02: what cannot be a group`() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    func input(_ mediaType: AVMediaType) -> AVAssetWriterInput {
      AVAssetWriterInput(mediaType: mediaType, outputSettings: nil)
    }
    func canAdd(_ inputs: [AVAssetWriterInput]) -> Bool {
      writer.canAdd(AVAssetWriterInputGroup(inputs: inputs, defaultInput: nil))
    }
    #expect(canAdd([input(.audio), input(.audio)]))
    #expect(canAdd([input(.subtitle), input(.closedCaption)]))
    #expect(!canAdd([input(.audio), input(.video)]))
    #expect(!canAdd([input(.timecode), input(.timecode)]))
    let shared = input(.audio)
    writer.add(AVAssetWriterInputGroup(inputs: [shared], defaultInput: shared))
    #expect(!canAdd([shared, input(.audio)]))
    let wave = try AVAssetWriter(outputURL: folder.file("out.wav"), fileType: .wav)
    #expect(!wave.canAdd(AVAssetWriterInputGroup(inputs: [input(.audio)], defaultInput: nil)))
  }

  @Test(.enabled(if: Tool.mediainfo.isInstalled(for: "its reading of alternate groups is not compared")))
  func `IG-03: mediainfo reads the alternate groups and the flags`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let (one, other) = (try WrittenTracks.sound(), try WrittenTracks.sound())
    try WrittenTracks.write(url, [one, other]) { writer in
      writer.add(AVAssetWriterInputGroup(inputs: [one.input, other.input], defaultInput: other.input))
    }
    let tracks = try MediaReport.mediainfo(url).filter { $0["@type"] == "Audio" }
    #expect(tracks.map { $0["AlternateGroup"] } == ["1", "1"])
    #expect(tracks.map { $0["Default"] } == ["No", "Yes"])
  }
}
