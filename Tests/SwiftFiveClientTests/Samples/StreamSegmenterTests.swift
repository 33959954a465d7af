import AVFoundation
import Combine
import TestSupport
import Testing

@Suite("Clients: segments for HTTP Live Streaming")
struct StreamSegmenterTests {
  @Test func `the playlist plays with every picture, at the source's times and ten seconds later`() async throws {
    let folder = try TemporaryFolder()
    let source = URL(fileURLWithPath: Files.fixture("h264-aac.mov"))
    let asset = AVURLAsset(url: source)
    let audio = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let segmenter = try StreamSegmenter(asset: asset, audioTrack: audio, videoTrack: video, segmentSeconds: 1)
    var subscriptions: Set<AnyCancellable> = []
    let error: Error? = await withCheckedContinuation { done in
      segmenter.segments
        .tryMap { segment -> StreamSegment in
          try segment.data.write(to: folder.file(StreamPlaylist.name(of: segment)))
          return segment
        }
        .reduce(StreamPlaylist(targetSeconds: 1)) { $0.adding($1) }
        .tryMap { _ = try folder.write($0.closed().lines.joined(separator: "\n"), to: "list.m3u8") }
        .sink(
          receiveCompletion: { completion in
            if case .failure(let error) = completion {
              done.resume(returning: error)
            } else {
              done.resume(returning: nil)
            }
          }, receiveValue: {}
        )
        .store(in: &subscriptions)
      segmenter.start()
    }
    #expect(error == nil)

    let lines = try folder.read("list.m3u8").split(separator: "\n")
    let seconds = lines.compactMap { line in
      line.hasPrefix("#EXTINF:") ? Double(line.dropFirst(8).dropLast()) : nil
    }
    #expect(seconds.count == 4 && seconds.dropLast().allSatisfy { abs($0 - 1) < 0.05 }, "\(lines)")
    let (original, played) = (try Probe.read(source.path), try Probe.read(folder.path("list.m3u8")))
    let times = played.times("v:0")
    #expect(times.count == original.times("v:0").count)
    let offset = StreamSegmenter.startTimeOffset.seconds
    for (one, other) in zip(times, original.times("v:0")) { #expect(abs(one - other - offset) < 0.001) }
    // The sound begins in its priming, which is before the ten seconds.
    let sound = try #require(played.times("a:0").first)
    #expect(sound <= offset && sound > offset - 0.1)
  }
}
