import AVFoundation
import Foundation
import TestSupport
import Testing

/// Sound beyond the four gibibytes that sizes of 32 bits can say.
@Suite struct LargeFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let writesWholeFiles = ProcessInfo.processInfo.environment["AVWRITE_FULL"] != nil
  private static let byteCount: Int64 = 1 << 32 + 1 << 20
  private static let (rate, bytesPerFrame) = (192_000, 8 * 4)

  /// A Core Audio file of silence in 32 bits and eight channels, whose media is a hole on the disk (Core Audio Format
  /// Specification 1.0, "Audio Description chunk" and "Audio Data chunk").
  private func source() throws {
    var bytes = Data("caff".utf8) + Data([0, 1, 0, 0]) + Data("desc".utf8)
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    append(Int64(32))
    append(Double(Self.rate).bitPattern)
    bytes += Data("lpcm".utf8)
    // Little-endian integers; bytes and frames of a packet, channels, bits of one.
    for number in [2, Self.bytesPerFrame, 1, 8, 32] { append(UInt32(number)) }
    bytes += Data("data".utf8)
    append(Self.byteCount + 4)
    append(UInt32(0))
    try bytes.write(to: folder.file("in.caf"))
    let file = try FileHandle(forWritingTo: folder.file("in.caf"))
    try file.truncate(atOffset: UInt64(bytes.count) + UInt64(Self.byteCount))
    try file.close()
  }

  @Test func `AIFF refuses what its sizes cannot say, before anything is written`() throws {
    try source()
    let ending = try Command.run("transcode", "in.caf", "out.aiff", in: folder)
    #expect(ending.exit == 69)
    #expect(ending.errors.contains("aiff files have at most 4 GiB"), "\(ending.errors)")
    #expect(ending.errors.contains("wav, caf can be larger"), "\(ending.errors)")
    #expect(folder.names == ["in.caf"])
  }

  @Test(.enabled("writes gigabytes: AVWRITE_FULL asks for it") { writesWholeFiles }, arguments: ["wav", "caf"])
  func `a file beyond four gibibytes is read whole by other programs`(container: String) throws {
    try source()
    let ending = try Command.run("transcode", "in.caf", "out.\(container)", "--audio-codec", "copy", "-q", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let path = folder.path("out.\(container)")
    if container == "wav" {
      let file = try FileHandle(forReadingFrom: folder.file("out.wav"))
      // EBU Tech 3306: the sizes of 64 bits lie in a chunk of their own, and those of 32 say that they do.
      #expect(try file.read(upToCount: 8) == Data("RF64".utf8) + Data(repeating: 0xFF, count: 4))
      try file.seek(toOffset: 12)
      #expect(try file.read(upToCount: 4) == Data("ds64".utf8))
      try file.close()
    }
    let seconds = Double(Self.byteCount) / Double(Self.rate * Self.bytesPerFrame)
    let probed = try Tool.ffprobe.run(["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]).text
    #expect(abs((Double(probed.filter { !$0.isNewline }) ?? 0) - seconds) < 0.001)
    // Of a long Core Audio file it tells no duration.
    guard container == "wav", Tool.mediainfo.isInstalled(for: "its reading of long files is not compared") else {
      return
    }
    let report = try Tool.mediainfo.run(["--Output=General;%Duration%", path]).text
    #expect(abs((Double(report.filter { !$0.isNewline }) ?? 0) / 1000 - seconds) < 0.002)
  }

  @Test(.enabled("writes gigabytes: AVWRITE_FULL asks for it") { writesWholeFiles })
  func `a writer of AIFF ends at the bound, and leaves nothing`() async throws {
    let form = AudioStreamBasicDescription(
      mSampleRate: Double(Self.rate), mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsPacked,
      mBytesPerPacket: UInt32(Self.bytesPerFrame), mFramesPerPacket: 1, mBytesPerFrame: UInt32(Self.bytesPerFrame),
      mChannelsPerFrame: 8, mBitsPerChannel: 32, mReserved: 0)
    let format = try CMFormatDescription(audioStreamBasicDescription: form)
    let writer = try AVAssetWriter(outputURL: folder.file("out.aiff"), fileType: .aiff)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: format)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let frames = 1 << 21
    let block = try CMBlockBuffer(length: frames * Self.bytesPerFrame, flags: .assureMemoryNow)
    for index in 0..<Int(Self.byteCount / Int64(frames * Self.bytesPerFrame)) + 1 {
      // A client that polls: nothing is expected to happen in that time.
      while !input.isReadyForMoreMediaData { usleep(1000) }
      let sample = try CMSampleBuffer(
        dataBuffer: block, formatDescription: format, numSamples: frames,
        presentationTimeStamp: CMTime(value: Int64(index * frames), timescale: Int32(Self.rate)),
        packetDescriptions: [])
      if !input.append(sample) { break }
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .failed)
    #expect("\(writer.error.map { "\(($0 as NSError).userInfo)" } ?? "")".contains("AIFF files have at most 4 GiB"))
    #expect(folder.names.isEmpty)
  }
}
