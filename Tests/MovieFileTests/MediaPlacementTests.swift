import Testing

@testable import MovieFile

/// Layout arithmetic, also far beyond what a test would write.
@Suite struct MediaPlacementTests {
  @Test func `the header grows where the size needs more than 32 bits`() {
    let largest = Int64(UInt32.max) - 8
    #expect(MediaPlacement.headerSize(mediaSize: largest) == 8)
    #expect(MediaPlacement.headerSize(mediaSize: largest + 1) == 16)
    #expect(
      MediaPlacement.header(mediaSize: largest, room: 8, format: .mp4)
        == [0xFF, 0xFF, 0xFF, 0xFF] + Array("mdat".utf8))
    #expect(
      MediaPlacement.header(mediaSize: largest + 1, room: 16, format: .mp4)
        == [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 1, 0, 0, 0, 8])
  }

  @Test func `a narrow header in a wide room has an empty box before it`() {
    #expect(
      MediaPlacement.header(mediaSize: 8, room: 16, format: .quickTime)
        == [0, 0, 0, 8] + Array("wide".utf8) + [0, 0, 0, 16] + Array("mdat".utf8))
  }

  @Test func `the start leaves no gap that is too small for a box`() {
    for alignment: Int64 in [0, 1, 2, 16, 512, 3000, 4096] {
      for used: Int64 in 1...5000 {
        let start = MediaPlacement.start(after: used, alignment: alignment)
        #expect(start == used || start - used >= 8)
        #expect(alignment <= 1 || start % alignment == 0)
        #expect(start - used < 8 + 2 * max(1, alignment))
      }
    }
  }

  @Test func `a fit is exact or leaves at most one percent`() {
    func fit(_ moov: Int64, room: Int64, media: Int64 = 100_000) -> MediaPlacement.Fit {
      MediaPlacement.fit(moovSize: moov, used: 32, mediaStart: 32 + room + 16, mediaSize: media, alignment: 1)
    }
    #expect(fit(1000, room: 1000) == .inPlace(filler: 0))
    #expect(fit(992, room: 1000) == .inPlace(filler: 8))
    #expect(fit(993, room: 1000) == .move)
    #expect(fit(1001, room: 1000) == .move)
    #expect(fit(1000, room: 2010) == .inPlace(filler: 1010))
    #expect(fit(1000, room: 3000) == .move)
  }

  @Test func `room is estimated from plans`() {
    func track(_ size: Int64, _ samples: Int64, _ planned: Int64?) -> RoomEstimate.Track {
      .init(tableSize: size, samples: samples, plannedSamples: planned)
    }
    #expect(RoomEstimate.moovSize(now: 5000, mediaSize: 1, tracks: [track(4000, 100, nil)]) == 0)
    // Ten times the table, a tenth more, and the fixed margin.
    #expect(
      RoomEstimate.moovSize(now: 5000, mediaSize: 1, tracks: [track(4000, 100, 1000)]) == 1000 + 44000 + 1024)
    // A track without a plan grows as the other does.
    #expect(
      RoomEstimate.moovSize(now: 3000, mediaSize: 1, tracks: [track(1000, 10, 100), track(1000, 10, nil)])
        == 1000 + 22000 + 1024)
    // Plans that have been passed do not shrink anything; absurd ones reserve nothing.
    #expect(RoomEstimate.moovSize(now: 3000, mediaSize: 1, tracks: [track(1000, 10, 1)]) == 3000 + 100 + 1024)
    #expect(RoomEstimate.moovSize(now: 3000, mediaSize: 1, tracks: [track(1000, 10, .max)]) == 0)
    #expect(RoomEstimate.moovSize(now: 3000, mediaSize: 1, tracks: [track(1000, 0, 100)]) == 3000 + 100 + 1024)
  }
}
