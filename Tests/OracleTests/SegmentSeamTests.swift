import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Segments that are joined again sound as the file that was never cut.
struct SegmentSeamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Keeps what is given out, in its order.
  private final class Joiner: NSObject, AVAssetWriterDelegate {
    private let state = Mutex((bytes: Data(), count: 0))
    var joined: (bytes: Data, count: Int) { state.withLock { $0 } }

    func assetWriter(
      _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
      segmentReport: AVAssetSegmentReport?
    ) {
      state.withLock { state in
        state.bytes.append(segmentData)
        state.count += 1
      }
    }
  }

  /// Encodes the sound of a fixture.
  private func encode(_ writer: AVAssetWriter) async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.fixture("speech.wav")))
    let track = try #require(asset.tracks.first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    let hint = try #require(track.formatDescriptions.first as? CMFormatDescription)
    let input = AVAssetWriterInput(
      mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC], sourceFormatHint: hint)
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    writer.add(input)
    #expect(reader.startReading())
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    while let sample = output.copyNextSampleBuffer() {
      while !input.isReadyForMoreMediaData { await Task.yield() }
      #expect(input.append(sample))
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  /// Decoded, from the first sample that is presented: 16 bits each.
  private func sound(_ name: String) throws -> ArraySlice<UInt8> {
    try Tool.avwrite.run(["transcode", folder.path(name), folder.path(name + ".wav"), "-q"])
    let wave = [UInt8](try Data(contentsOf: folder.file(name + ".wav")))
    let start = try #require(wave.indices.first { wave[$0...].starts(with: Array("data".utf8)) }) + 8
    return wave[start...]
  }

  /// A packet of AAC in bytes of what it decodes to.
  private static let packet = 1024 * 2

  /// Segments for HLS have no edit list, so that the encoder's delay is heard; those of CMAF have one. Neither says that
  /// the last packet is not whole.
  @Test(arguments: [(AVFileTypeProfile.mpeg4AppleHLS, packet), (.mpeg4CMAFCompliant, 0)])
  func `there is no seam`(profile: AVFileTypeProfile, delay: Int) async throws {
    let joiner = Joiner()
    let segmented = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
    segmented.outputFileTypeProfile = profile
    segmented.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 2)
    segmented.initialSegmentStartTime = .zero
    segmented.delegate = joiner
    try await encode(segmented)
    #expect(joiner.joined.count > 3)
    try joiner.joined.bytes.write(to: folder.file("joined.mp4"))
    try await encode(AVAssetWriter(outputURL: folder.file("whole.m4a"), fileType: .m4a))
    let (joined, whole) = (try sound("joined.mp4"), try sound("whole.m4a"))
    let rest = joined.count - delay - whole.count
    #expect((0..<Self.packet).contains(rest))
    let isSame = joined.dropFirst(delay).starts(with: whole)
    #expect(isSame)
  }
}
