import AVFoundation
import Synchronization
import TestSupport
import Testing

/// The ways in which real clients feed a writer: each must end, with everything in the file.
@Suite("The scheduling contract")
struct SchedulingTests {
  private static let clip = MediaFiles.fixture("h264-aac.mov")

  /// Every picture at its time and every audio sample of the source is in the destination.
  ///
  /// An encoder pads sound to whole packets; the edit list cuts that off again.
  private func expectComplete(_ transfer: Transfer, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(transfer.writer.status == .completed, sourceLocation: sourceLocation)
    #expect(transfer.writer.error == nil, sourceLocation: sourceLocation)
    let times = try ReadMedia.pictureTimes(transfer.source)
    let sound = try ReadMedia.sound(transfer.source)
    #expect(!times.isEmpty && sound.count > 0)
    #expect(try ReadMedia.pictureTimes(transfer.destination) == times, sourceLocation: sourceLocation)
    let copy = try ReadMedia.sound(transfer.destination)
    #expect(copy.count == sound.count, sourceLocation: sourceLocation)
    #expect(copy.start == sound.start, sourceLocation: sourceLocation)
  }

  @Test(arguments: Mode.allCases)
  func `1: one task alternates between a picture and an audio buffer`(_ mode: Mode) async throws {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(Self.clip, to: folder.file("out.mov"), mode)
    try await bounded {
      try transfer.start()
      var open = transfer.lanes
      while !open.isEmpty {
        for lane in open {
          lane.input.waitUntilReady()
          guard let sample = lane.output.copyNextSampleBuffer() else {
            lane.input.markAsFinished()
            open.removeAll { $0.input === lane.input }
            continue
          }
          #expect(lane.input.append(sample))
        }
      }
      try transfer.finish()
    }
    try expectComplete(transfer)
  }

  @Test func `1: audio runs ahead without bound while one task alternates`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let pictures = 40
    let samplesPerBuffer = 24_000
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      writer.add(video)
      writer.add(audio)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      // Half a second of sound for each picture of 40 ms: 18 seconds ahead at the end.
      for index in 0..<pictures {
        video.waitUntilReady()
        try #expect(video.append(ComputedMedia.videoSample(index)))
        audio.waitUntilReady()
        try #expect(
          audio.append(ComputedMedia.audioSample(start: index * samplesPerBuffer, count: samplesPerBuffer)))
      }
      try finishWriting(writer)
    }
    #expect(try ReadMedia.pictureTimes(url).count == pictures)
    #expect(try ReadMedia.sound(url).count == pictures * samplesPerBuffer)
  }

  @Test(arguments: Mode.allCases)
  func `2: all of the video, then all of the audio from a second reader`(_ mode: Mode) async throws {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(Self.clip, to: folder.file("out.mov"), mode)
    try await bounded {
      try transfer.start()
      for lane in [transfer.video, transfer.audio] {
        while let sample = lane.output.copyNextSampleBuffer() {
          lane.input.waitUntilReady()
          #expect(lane.input.append(sample))
        }
        #expect(lane.reader.status == .completed)
        lane.input.markAsFinished()
      }
      try transfer.finish()
    }
    try expectComplete(transfer)
  }

  @Test(arguments: Mode.allCases)
  func `3: one serial queue and request block for each input`(_ mode: Mode) async throws {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(Self.clip, to: folder.file("out.mov"), mode, sharesReader: true)
    try await bounded {
      try transfer.run()
    }
    try expectComplete(transfer)
  }

  @Test(arguments: Mode.allCases)
  func `4: the request block returns before anything is appended, from elsewhere`(_ mode: Mode) async throws {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(Self.clip, to: folder.file("out.mov"), mode)
    try await bounded {
      try transfer.start()
      let group = DispatchGroup()
      for lane in transfer.lanes {
        let isAsked = DispatchSemaphore(value: 0)
        lane.input.requestMediaDataWhenReady(on: DispatchQueue(label: "ask")) { isAsked.signal() }
        group.enter()
        Thread.detachNewThread {
          defer { group.leave() }
          isAsked.wait()
          while let sample = lane.output.copyNextSampleBuffer() {
            lane.input.waitUntilReady()
            if !lane.input.append(sample) { break }
          }
          lane.input.markAsFinished()
        }
      }
      group.wait()
      try transfer.finish()
    }
    try expectComplete(transfer)
  }

  @Test func `5: an adaptor fed once from the main thread while the other input runs`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let source = MediaFiles.fixture("speech.m4a")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: video, sourcePixelBufferAttributes: nil)
      let (asset, track) = try ReadMedia.track(source, .audio)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      reader.add(output)
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac(rate: 44_100))
      writer.add(video)
      writer.add(audio)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      #expect(reader.startReading())
      let group = DispatchGroup()
      group.enter()
      audio.requestMediaDataWhenReady(on: DispatchQueue(label: "audio")) {
        while audio.isReadyForMoreMediaData {
          guard let sample = output.copyNextSampleBuffer(), audio.append(sample) else {
            audio.markAsFinished()
            group.leave()
            return
          }
        }
      }
      group.enter()
      DispatchQueue.main.async {
        let picture = ComputedMedia.picture(width: 64, height: 48)
        #expect(adaptor.append(picture, withPresentationTime: .zero))
        group.leave()
      }
      // The video input is not marked finished: finishing the writer does it.
      group.wait()
      try finishWriting(writer)
    }
    let times = try ReadMedia.pictureTimes(url)
    // A single picture without a duration lasts as long as the session.
    #expect(times == [.zero])
    #expect(try ReadMedia.sound(url).count == ReadMedia.sound(source).count)
  }

  @Test func `6: what clients do after markAsFinished and twice is tolerated`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      let neverFed = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      writer.add(video)
      writer.add(neverFed)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      writer.startSession(atSourceTime: CMTime(value: 7, timescale: 1))
      for index in 0..<10 {
        video.waitUntilReady()
        try #expect(video.append(ComputedMedia.videoSample(index)))
      }
      video.markAsFinished()
      #expect(!video.isReadyForMoreMediaData)
      video.markAsFinished()
      #expect(!video.isReadyForMoreMediaData)
      try finishWriting(writer)
    }
    // The second session start changed nothing, and the input without samples did not stop the file.
    #expect(try ReadMedia.pictureTimes(url) == (0..<10).map { CMTime(value: $0, timescale: 25) })
  }

  @Test(arguments: ["h264-aac.mov", "h264-aac.ts", "h264-flac-srt.mkv"])
  func `7: the reader completes when every output is drained, in whatever order`(_ name: String) async throws {
    let counts = try await bounded { () -> [[Int]] in
      try [[AVMediaType.video, .audio], [.audio, .video]].map { order in
        let asset = AVURLAsset(url: MediaFiles.fixture(name))
        let reader = try AVAssetReader(asset: asset)
        let outputs = order.map {
          AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: $0)[0], outputSettings: nil)
        }
        for output in outputs { reader.add(output) }
        #expect(reader.startReading())
        var counts: [Int] = []
        for (index, output) in outputs.enumerated() {
          var count = 0
          while let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
          counts.append(count)
          #expect(reader.status == (index == outputs.count - 1 ? .completed : .reading))
          #expect(output.copyNextSampleBuffer() == nil)
        }
        return counts
      }
    }
    #expect(counts[0] == counts[1].reversed())
    #expect(counts[0].allSatisfy { $0 > 0 })
  }

  @Test func `8: after cancellation append is false, every waiting loop ends, and the handler runs`() async throws {
    let folder = try TemporaryFolder()
    let appended = try await bounded { () -> Bool in
      let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      writer.add(video)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      let ended = DispatchSemaphore(value: 0)
      let isFeeding = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        var index = 0
        repeat {
          video.waitUntilReady()
          if index == 20 { isFeeding.signal() }
          index += 1
          // A block cannot throw, and computing a sample never does.
        } while video.append(try! ComputedMedia.videoSample(index))
        ended.signal()
      }
      isFeeding.wait()
      writer.cancelWriting()
      ended.wait()
      #expect(writer.status == .cancelled)
      #expect(writer.error == nil)
      let handled = DispatchSemaphore(value: 0)
      writer.finishWriting { handled.signal() }
      handled.wait()
      video.waitUntilReady()
      return video.append(try ComputedMedia.videoSample(1000))
    }
    #expect(!appended)
    #expect(folder.names.isEmpty)
  }

  @Test func `8: after failure append is false, every waiting loop ends, and the handler runs after the error is set`()
    async throws
  {
    let folder = try TemporaryFolder()
    let code = try await bounded { () -> AVError.Code? in
      let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      writer.add(video)
      writer.add(audio)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      let (asset, track) = try ReadMedia.track(Self.clip, .video)
      let reader = try AVAssetReader(asset: asset)
      let packets = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      reader.add(packets)
      #expect(reader.startReading())
      // Compressed samples cannot be encoded: the track's worker finds out.
      while let sample = packets.copyNextSampleBuffer() {
        video.waitUntilReady()
        if !video.append(sample) { break }
      }
      var index = 0
      repeat {
        audio.waitUntilReady()
        index += 1
      } while audio.append(try ComputedMedia.audioSample(start: index * 1024, count: 1024))
      let handled = Mutex<(AVAssetWriter.Status, AVError.Code?)?>(nil)
      let done = DispatchSemaphore(value: 0)
      writer.finishWriting {
        handled.withLock { $0 = (writer.status, (writer.error as? AVError)?.code) }
        done.signal()
      }
      done.wait()
      let (status, code) = handled.withLock { $0! }
      #expect(status == .failed)
      try #expect(!video.append(ComputedMedia.videoSample(0)))
      return code
    }
    #expect(code == .unsupportedOutputSettings)
    #expect(folder.names.isEmpty)
  }
}
