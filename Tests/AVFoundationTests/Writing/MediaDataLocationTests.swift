import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Where a track's media lies among that of the others.
@Suite("Media data location")
struct MediaDataLocationTests {
  private func lanes() throws -> (sound: WrittenTracks.Lane, text: WrittenTracks.Lane, code: WrittenTracks.Lane) {
    (
      try WrittenTracks.sound(seconds: 3), try WrittenTracks.text(["One", "Two", "Three"]),
      try WrittenTracks.timecode(start: 0, seconds: 3)
    )
  }

  @Test func `WI-33: by default the media of all tracks is interleaved`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let lanes = try lanes()
    #expect(lanes.text.input.mediaDataLocation == .interleavedWithMainMediaData)
    try WrittenTracks.write(url, [lanes.sound, lanes.text])
    let movie = try WrittenFile.movie(url)
    #expect(movie.tracks.allSatisfy { $0.preload == nil })
    #expect(movie.tracks[1].chunkOffsets.last! > movie.tracks[0].chunkOffsets[0])
  }

  @Test func `WI-33: media that comes first is before all that is interleaved, though appended in turns`() throws {
    let folder = try TemporaryFolder()
    for fastStart in [false, true] {
      let url = folder.file("out-\(fastStart).mov")
      let lanes = try lanes()
      lanes.text.input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
      lanes.code.input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
      try WrittenTracks.write(url, [lanes.sound, lanes.text, lanes.code]) {
        $0.shouldOptimizeForNetworkUse = fastStart
      }
      let movie = try WrittenFile.movie(url)
      let sound = try #require(movie.tracks[0].chunkOffsets.first)
      #expect(movie.tracks[1].chunkOffsets.allSatisfy { $0 < sound })
      #expect(movie.tracks[2].chunkOffsets.allSatisfy { $0 < sound })
      // Track by track, and not by time.
      #expect(movie.tracks[1].chunkOffsets.last! < movie.tracks[2].chunkOffsets[0])
      #expect(movie.tracks.map(\.preload) == [nil, .wholeTrack, .wholeTrack])
      #expect(
        try ReadMedia.stored(url, .text).map { String(decoding: $0.bytes.dropFirst(2), as: UTF8.self) } == [
          "One", "Two", "Three",
        ])
    }
  }

  @Test func `WI-33: the preload hint is QuickTime's alone`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.m4a")
    try WrittenFile.audio(url, fileType: .m4a, settings: Settings.aac()) { _, input in
      input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    }
    #expect(try WrittenFile.track(url).preload == nil)
  }

  @Test func `WI-33: sparse media makes no other input wait`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let main = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      let sparse = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      sparse.mediaDataLocation = .sparselyInterleavedWithMainMediaData
      #expect(sparse.mediaDataLocation == .sparselyInterleavedWithMainMediaData)
      writer.add(main)
      writer.add(sparse)
      try WrittenFile.start(writer)
      // The sparse side is fed by a block: an ordinary input would count as fed.
      let held = try HeldInput(sparse)
      for start in stride(from: 0, to: 96_000, by: 4800) {
        main.waitUntilReady()
        try #expect(main.append(ComputedMedia.audioSample(start: start, count: 4800)))
      }
      held.letGo()
      try finishWriting(writer)
    }
    #expect(try ReadMedia.sound(url).count == 96_000)
  }
}
