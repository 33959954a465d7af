import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Writers of the containers that libavformat writes.
@Suite struct LibraryWriterTests {
  private static let clip = MediaFiles.fixture("h264-aac.mov")

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [AVFileType.mkv, .mpeg2TransportStream])
  func `one track after the other gives a file whose packets are in the order of their times`(
    type: AVFileType
  ) async throws {
    let url = folder.file("out." + type.fileExtensions[0])
    let transfer = try Transfer(Self.clip, to: url, .copying, fileType: type)
    try await bounded {
      try transfer.start()
      for lane in transfer.lanes {
        while let sample = lane.output.copyNextSampleBuffer() {
          lane.input.waitUntilReady()
          #expect(lane.input.append(sample))
        }
        lane.input.markAsFinished()
      }
      try transfer.finish()
    }
    guard Tool.ffprobe.isInstalled(for: "the order of packets is not looked at") else { return }
    let probe = try Probe.read(url.path)
    let times = try probe.packets.map { packet in
      let tick = try #require(probe.streams.first { $0.index == packet.stream_index }?.tick)
      return Double(try #require(packet.dts ?? packet.pts)) * tick
    }
    #expect(probe.streams.count == 2)
    // Matroska has no decode times: those that are read are made up from the order of the presentation. In a transport
    // stream many frames of sound are one packet, which is read at its end.
    let slack = type == .mkv ? 0.2 : 0.8
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 + slack })
  }

  @Test func `a stream gets every byte of a file in its order`() throws {
    let bytes = Mutex<[UInt8]>([])
    let writer = try AVAssetWriter(fileType: .mkv) { part in bytes.withLock { $0 += part } }
    try Self.write(to: writer)
    #expect(writer.status == .completed)
    try Data(bytes.withLock { $0 }).write(to: folder.file("out.mkv"))
    let sound = try ReadMedia.sound(folder.file("out.mkv"))
    #expect(sound.count >= 48_000)
  }

  @Test(arguments: [AVFileType.mpeg2TransportStream, .mkv, .mp4, .m4a])
  func `an error that a stream throws ends writing and is told`(type: AVFileType) throws {
    let writer = try AVAssetWriter(fileType: type) { _ in throw POSIXError(.EPIPE) }
    #expect(throws: (any Error).self) { try Self.write(to: writer) }
    #expect(writer.status == .failed)
    let error = try #require(writer.error as? AVError)
    #expect("\(error.localizedDescription) \((error as NSError).userInfo)".contains("Broken pipe"))
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.domain == NSPOSIXErrorDomain)
    #expect(cause?.code == Int(EPIPE))
  }

  @Test func `what needs a way back is no stream`() {
    for type in AVFileType.writable where !type.canStream {
      #expect(throws: AVError.self) { try AVAssetWriter(fileType: type) { _ in } }
    }
    #expect(Set(AVFileType.writable.filter { !$0.canStream }) == [.mov, .wav, .aiff, .caf])
  }

  @Test func `the table and a writer answer alike`() throws {
    for type in AVFileType.writable {
      let writer = try AVAssetWriter(outputURL: folder.file("x"), fileType: type)
      #expect(writer.availableMediaTypes == type.mediaTypes)
      let isRefused = type.refusal(of: kAudioFormatMPEG4AAC) != nil
      #expect(writer.canApply(outputSettings: Settings.aac(), forMediaType: .audio) == !isRefused, "\(type)")
    }
  }

  /// A second of sound.
  private static func write(to writer: AVAssetWriter) throws {
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    writer.add(input)
    guard writer.startWriting() else { throw writer.error ?? ReadMedia.Failure(description: "writing does not start") }
    writer.startSession(atSourceTime: .zero)
    for start in stride(from: 0, to: 48_000, by: 4800) {
      input.waitUntilReady()
      _ = input.append(try ComputedMedia.audioSample(start: start, count: 4800))
    }
    input.markAsFinished()
    try finishWriting(writer)
  }
}
