import AVFoundation
import TestSupport
import Testing

/// Cursors against what a reader vends, and against the tables.
@Suite("Sample cursors")
struct SampleCursorTests {
  /// Times of the media, size and sync of each stored sample, in decode order.
  private struct Sample: Equatable {
    var pts: CMTime
    var size: Int
    var isSync: Bool
  }

  /// What a sample reference output says of each sample: times there are on the asset's timeline.
  private static func samples(of track: AVAssetTrack) throws -> [Sample] {
    let reader = try AVAssetReader(asset: try #require(track.asset))
    let output = AVAssetReaderSampleReferenceOutput(track: track)
    reader.add(output)
    #expect(reader.startReading())
    var samples: [Sample] = []
    while let buffer = output.copyNextSampleBuffer() {
      for sample in try buffer.singleSampleBuffers() {
        samples.append(
          Sample(
            pts: sample.presentationTimeStamp, size: sample.totalSampleSize,
            isSync: sample.sampleAttachments.first?[.notSync] as? Bool != true))
      }
    }
    return samples
  }

  private static func cursorSamples(of track: AVAssetTrack) throws -> [Sample] {
    let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    var samples: [Sample] = []
    repeat {
      samples.append(
        Sample(
          pts: cursor.presentationTimeStamp, size: Int(cursor.currentSampleStorageRange.length),
          isSync: cursor.currentSampleSyncInfo.sampleIsFullSync.boolValue))
    } while cursor.stepInDecodeOrder(byCount: 1) == 1
    return samples
  }

  @Test(arguments: ["h264-aac.mov", "h264-fragmented.mp4", "h264-pcm.mov", "speech.m4a"])
  func `a cursor visits the samples that a reader refers to`(name: String) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture(name))
    for track in asset.tracks where track.canProvideSampleCursors {
      let (mine, read) = (try Self.cursorSamples(of: track), try Self.samples(of: track))
      #expect(mine.count == read.count && !mine.isEmpty)
      #expect(mine.map(\.size) == read.map(\.size))
      #expect(mine.map(\.isSync) == read.map(\.isSync))
      // The asset's timeline is the media's, moved by the first edit.
      let shift = mine[0].pts - read[0].pts
      #expect(zip(mine, read).allSatisfy { $0.pts - $1.pts == shift })
    }
  }

  @Test func `steps in presentation order go from one picture to the next that is shown, and back`() throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    defer { withExtendedLifetime(asset) {} }
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let times = try Self.cursorSamples(of: track).map(\.pts)
    #expect(times != times.sorted(), "the fixture has pictures out of order")
    let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: .zero))
    let back = try #require(cursor.copy() as? AVSampleCursor)
    #expect(back.stepInPresentationOrder(byCount: .min) <= 0)
    var shown = [back.presentationTimeStamp]
    while back.stepInPresentationOrder(byCount: 1) == 1 { shown.append(back.presentationTimeStamp) }
    #expect(shown == times.sorted())
    #expect(back.stepInPresentationOrder(byCount: .max) == 0)
    #expect(back.stepInPresentationOrder(byCount: -3) == -3)
    #expect(back.presentationTimeStamp == shown[shown.count - 4])
    // The copy went alone.
    #expect(cursor.presentationTimeStamp == times.sorted().last { $0 <= .zero } ?? times.min())
  }

  @Test func `a cursor is made at the sample that is shown at a time`() throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    defer { withExtendedLifetime(asset) {} }
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let times = try Self.cursorSamples(of: track).map(\.pts).sorted()
    for (index, time) in times.enumerated().dropLast() {
      let middle = CMTimeMultiplyByRatio(time + times[index + 1], multiplier: 1, divisor: 2)
      #expect(track.makeSampleCursor(presentationTimeStamp: time)?.presentationTimeStamp == time)
      #expect(track.makeSampleCursor(presentationTimeStamp: middle)?.presentationTimeStamp == time)
    }
    let early = CMTime(seconds: -100, preferredTimescale: 600)
    #expect(track.makeSampleCursor(presentationTimeStamp: early)?.presentationTimeStamp == times.first)
    #expect(
      track.makeSampleCursor(presentationTimeStamp: CMTime(seconds: 1e6, preferredTimescale: 600))?
        .presentationTimeStamp
        == times.last)
    for time in [CMTime.invalid, .positiveInfinity, .indefinite] {
      #expect(track.makeSampleCursor(presentationTimeStamp: time) == nil)
    }
  }

  @Test func `steps by time say how far they went, and whether they met an end`() throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    defer { withExtendedLifetime(asset) {} }
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    let second = CMTime(value: 1, timescale: 1)
    let start = cursor.decodeTimeStamp
    var wasPinned = ObjCBool(true)
    let moved = cursor.step(byDecodeTime: second, wasPinned: &wasPinned)
    #expect(cursor.decodeTimeStamp - start == moved && moved <= second && !wasPinned.boolValue)
    #expect(moved + cursor.currentSampleDuration > second)
    cursor.step(byDecodeTime: CMTime(seconds: 1000, preferredTimescale: 1), wasPinned: &wasPinned)
    #expect(wasPinned.boolValue)
    let last = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
    #expect(cursor.comparePositionInDecodeOrder(withPositionOf: last) == .orderedSame)
    cursor.step(byPresentationTime: CMTime(seconds: -1000, preferredTimescale: 1), wasPinned: &wasPinned)
    #expect(wasPinned.boolValue)
    #expect(cursor.presentationTimeStamp == (try Self.cursorSamples(of: track).map(\.pts).min()))
    #expect(cursor.comparePositionInDecodeOrder(withPositionOf: last) == .orderedAscending)
    #expect(last.comparePositionInDecodeOrder(withPositionOf: cursor) == .orderedDescending)
    #expect(cursor.step(byPresentationTime: .invalid, wasPinned: nil) == .invalid)
  }

  @Test(arguments: ["h264-aac.mov", "speech.m4a"])
  func `reordering: a sample shown later than one that is decoded later`(name: String) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture(name))
    let track = asset.tracks[0]
    let times = try Self.cursorSamples(of: track).map(\.pts)
    for index in [0, 1, 2, 5, 9, times.count - 2, times.count - 1] {
      let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
      cursor.stepInDecodeOrder(byCount: Int64(index))
      #expect(
        cursor.maySamplesWithEarlierDecodeTimeStampsHavePresentationTimeStamps(laterThan: cursor)
          == times[..<index].contains { $0 > times[index] })
      #expect(
        cursor.maySamplesWithLaterDecodeTimeStampsHavePresentationTimeStamps(earlierThan: cursor)
          == times[(index + 1)...].contains { $0 < times[index] })
    }
  }

  @Test func `the bytes that a cursor names are the sample's, and a chunk is its samples`() throws {
    let url = MediaFiles.fixture("h264-aac.mov")
    let file = try Data(contentsOf: url)
    let asset = AVURLAsset(url: url)
    for track in asset.tracks {
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      reader.add(output)
      #expect(reader.startReading())
      let sample = try #require(output.copyNextSampleBuffer())
      let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
      let range = cursor.currentSampleStorageRange
      let first = try #require(Array(try sample.singleSampleBuffers()).first)
      #expect(file[Int(range.offset)..<Int(range.offset + range.length)] == (try first.dataBuffer?.dataBytes()))
      #expect(cursor.currentChunkStorageURL == url)
      #expect(cursor.copyCurrentSampleFormatDescription() == track.formatDescriptions.first as? CMFormatDescription)

      let info = cursor.currentChunkInfo
      #expect(cursor.currentSampleIndexInChunk == 0 && info.chunkSampleCount > 0)
      var end = range.offset
      for index in 0..<info.chunkSampleCount {
        #expect(cursor.currentSampleIndexInChunk == index)
        #expect(cursor.currentSampleStorageRange.offset == end)
        end += cursor.currentSampleStorageRange.length
        #expect(cursor.currentChunkStorageRange.offset == range.offset)
        cursor.stepInDecodeOrder(byCount: 1)
      }
      #expect(
        range.offset + (track.makeSampleCursorAtFirstSampleInDecodeOrder()?.currentChunkStorageRange.length ?? 0) == end
      )
      #expect(cursor.currentSampleIndexInChunk == 0, "the next chunk begins")
      #expect(info.chunkHasUniformFormatDescriptions.boolValue)
    }
  }

  /// Each sample of linear PCM is one of the tables.
  @Test(arguments: ["h264-pcm.mov", "prores-pcm24.mov"])
  func `every sample of sound knows its place in its chunk`(name: String) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture(name))
    defer { withExtendedLifetime(asset) {} }
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    let size = cursor.currentSampleStorageRange.length
    let tick = CMTime(value: 1, timescale: track.naturalTimeScale)
    var (count, left, wrong): (Int64, Int64, Int) = (0, 0, 0)
    repeat {
      let (info, chunk) = (cursor.currentChunkInfo, cursor.currentChunkStorageRange)
      let place = cursor.currentSampleIndexInChunk
      if left == 0 { left = info.chunkSampleCount }
      let isInPlace = place == info.chunkSampleCount - left && chunk.length == info.chunkSampleCount * size
      let isUniform = info.chunkHasUniformSampleSizes.boolValue && info.chunkHasUniformSampleDurations.boolValue
      let isThere = cursor.currentSampleStorageRange.offset == chunk.offset + place * size
      let isInTime = cursor.decodeTimeStamp == CMTime(value: count, timescale: track.naturalTimeScale)
      if !isInPlace || !isUniform || !isThere || !isInTime { wrong += 1 }
      left -= 1
      count += 1
    } while cursor.step(byPresentationTime: tick, wasPinned: nil) > .zero
    #expect(wrong == 0 && left == 0 && count > 10_000)
  }

  @Test func `what a picture needs: nothing, or what comes before it since the last sync sample`() throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    defer { withExtendedLifetime(asset) {} }
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    var sinceSync = 0
    repeat {
      let isSync = cursor.currentSampleSyncInfo.sampleIsFullSync.boolValue
      sinceSync = isSync ? 0 : sinceSync + 1
      #expect(cursor.samplesRequiredForDecoderRefresh == sinceSync)
      #expect(cursor.currentSampleAudioDependencyInfo.audioSampleIsIndependentlyDecodable.boolValue == isSync)
      #expect((cursor.currentSampleAudioDependencyInfo.audioSamplePacketRefreshCount == 0) == isSync)
      let info = cursor.currentSampleDependencyInfo
      let attached = cursor.currentSampleDependencyAttachments?[kCMSampleAttachmentKey_DependsOnOthers as String]
      #expect(info.sampleIndicatesWhetherItDependsOnOthers.boolValue == (attached != nil))
      #expect(attached as? Bool ?? false == info.sampleDependsOnOthers.boolValue)
    } while cursor.stepInDecodeOrder(byCount: 1) == 1
  }

  @Test func `no cursors: of what is no movie, of a damaged track, and of an asset that is gone`() throws {
    let matroska = AVURLAsset(url: MediaFiles.fixture("h264-aac.mkv"))
    for track in matroska.tracks {
      #expect(!track.canProvideSampleCursors)
      #expect(track.makeSampleCursorAtFirstSampleInDecodeOrder() == nil)
    }
    var asset: AVURLAsset? = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    let track = try #require(asset?.tracks.first)
    let cursor = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
    asset = nil
    #expect(track.makeSampleCursorAtFirstSampleInDecodeOrder() == nil)
    // One that was made before goes on.
    #expect(cursor.stepInDecodeOrder(byCount: -1) == -1)
  }
}
