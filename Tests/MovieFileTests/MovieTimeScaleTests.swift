import TestSupport
import Testing

@testable import MovieFile

@Suite struct MovieTimeScaleTests {
  @Test func `the time scale is the least common multiple where that fits`() {
    #expect(MovieTimeScale.choose([(.video, 30000), (.audio, 48000)]) == 240_000)
    #expect(MovieTimeScale.choose([(.video, 90000), (.audio, 44100)]) == 4_410_000)
    #expect(MovieTimeScale.choose([(.video, 600), (.video, 600)]) == 600)
    #expect(MovieTimeScale.choose([(.audio, 44100)]) == 44100)
    #expect(MovieTimeScale.choose([(.video, 1 << 16), (.audio, 1 << 15)]) == 1 << 16)
  }

  @Test func `the time scale is the sound's, else the finest, where the multiple does not fit`() {
    #expect(MovieTimeScale.choose([(.video, 1_000_000_007), (.audio, 48000)]) == 48000)
    #expect(MovieTimeScale.choose([(.video, 2_147_483_647), (.video, 2_147_483_629)]) == 2_147_483_647)
    #expect(MovieTimeScale.choose([(.audio, 44101), (.audio, 48000), (.video, 90001)]) == 44101)
  }

  @Test func `the time scale is 600 without tracks`() { #expect(MovieTimeScale.choose([]) == 600) }

  @Test func `the writer uses the time scale that is wanted`() throws {
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(creating: folder.path("a"), format: .mp4)
    _ = writer.addTrack(SyntheticMovie.videoTrack)
    #expect(writer.movieTimeScale == 30000)
    writer.movie.timeScale = 600
    #expect(writer.movieTimeScale == 600)
  }
}
