import AVFoundation
import Foundation
import TestSupport
import Testing

/// Vorbis has blocks of two sizes, and a packet lasts as long as its own and the one before say together.
@Suite("Times of Vorbis", .enabled(if: Tool.ffmpeg.isInstalled(for: "no Vorbis is read")))
struct VorbisTimeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A quiet tone with clicks, which take short blocks.
  private func clicks() throws -> URL {
    let url = folder.file("clicks.ogg")
    let sound = "aevalsrc=if(lt(mod(t\\,0.23)\\,0.001)\\,1\\,0.02*sin(2*PI*440*t)):s=44100:d=4"
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", sound, "-c:a", "libvorbis", url.path])
    return url
  }

  @Test func `stored packets follow one another, where short blocks follow long ones, too`() throws {
    let packets = try RangeReading(clicks(), .audio, settings: nil, isRandomAccess: false).rest()
    // The first completes no sound.
    #expect(Set(packets.map(\.duration.value)).count > 3, "blocks of both sizes")
    for (packet, next) in zip(packets.dropFirst(), packets.dropFirst(2)) {
      #expect(packet.presentationTimeStamp + packet.duration == next.presentationTimeStamp)
    }
  }

  @Test func `a range has the packets of a straight reading`() throws {
    let url = try clicks()
    let reading = try RangeReading(url, .audio, settings: nil)
    let straight = try reading.rest().map(RangeReading.Stored.init)
    for tenths in [3, 11, 12, 25, 37] as [Int64] {
      let start = CMTime(value: tenths, timescale: 10)
      let found = try reading.samples(in: [CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 4))])
        .map(RangeReading.Stored.init)
      let first = try #require(found.first)
      #expect(first.time <= start && start < first.time + first.duration)
      #expect(found.allSatisfy { packet in straight.contains { $0.isSame(as: packet) } })
    }
  }
}
