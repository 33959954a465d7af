import TestSupport
import Testing

@testable import AVFoundation

/// One reader's output that several pipes take from.
@Suite struct SharedOutputTests {
  private let reader: AVAssetReader
  private let output: AVAssetReaderTrackOutput
  private let count: Int

  init() throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.fixture("h264-aac.mov")))
    let track = try #require(asset.tracks.first { $0.mediaType == .video })
    count = track.sampleCount
    reader = try AVAssetReader(asset: asset)
    output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
  }

  private func times(_ tap: SharedOutput.Tap) -> [CMTime] {
    var times: [CMTime] = []
    while let sample = tap.next() { times.append(sample.decodeTimeStamp) }
    return times
  }

  @Test func `every tap gives every sample, whatever the threads do`() async throws {
    let shared = SharedOutput(output)
    let taps = (0..<4).map { _ in shared.makeTap() }
    #expect(reader.startReading())
    let lists = await withTaskGroup(of: [CMTime].self) { group in
      for tap in taps {
        group.addTask {
          await withCheckedContinuation { done in Thread { done.resume(returning: times(tap)) }.start() }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(lists[0].count == count)
    #expect(Set(lists).count == 1)
  }

  @Test func `a tap that takes no more holds up no other`() async throws {
    let shared = SharedOutput(output)
    let (fast, slow) = (shared.makeTap(), shared.makeTap())
    #expect(reader.startReading())
    let taken = Told<Int>()
    let end = Task.detached {
      await withCheckedContinuation { done in
        Thread {
          while fast.next() != nil { taken.append(1) }
          done.resume()
        }.start()
      }
    }
    _ = try #require(slow.next())
    slow.close()
    #expect(slow.next() == nil)
    await end.value
    #expect(taken.values.count == count)
  }

  @Test func `a cancelled reader ends every tap`() throws {
    let shared = SharedOutput(output)
    let taps = [shared.makeTap(), shared.makeTap()]
    #expect(reader.startReading())
    #expect(taps.allSatisfy { $0.next() != nil })
    reader.cancelReading()
    #expect(taps.allSatisfy { $0.next() == nil })
  }
}
