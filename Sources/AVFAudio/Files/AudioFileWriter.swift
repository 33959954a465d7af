internal import CoreAudioTypes
internal import CoreMedia
internal import Foundation
internal import MediaEngine
internal import MediaSupport

/// Writes buffers of one format, one after the other, into a new sound file.
///
/// One thread at a time.
final class AudioFileWriter {
  let settings: AudioFileSettings
  private let writer: SoundFileWriter
  private let description: CMAudioFormatDescription
  private(set) var frameCount: Int64 = 0

  /// The number of frames that are copied and handed on at once, so that a long buffer does not lie in memory twice.
  private static let pieceLength: AVAudioFrameCount = 1 << 16

  /// - Throws: `MediaError` of settings, containers and files.
  init(_ settings: AudioFileSettings, to url: URL) throws {
    self.settings = settings
    description = settings.processingFormat.formatDescription
    writer = try SoundFileWriter(
      settings.encoding, source: description, coded: settings.codedFormat, in: settings.container, to: url.path)
  }

  /// - Throws: `MediaError` of encoding and writing.
  func write(_ buffer: AVAudioPCMBuffer) throws {
    var first: AVAudioFrameCount = 0
    while first < buffer.frameLength {
      let count = min(Self.pieceLength, buffer.frameLength - first)
      try writer.write(try sample(of: buffer, first, count))
      first += count
      frameCount += Int64(count)
    }
  }

  private func sample(
    of buffer: AVAudioPCMBuffer, _ first: AVAudioFrameCount, _ count: AVAudioFrameCount
  ) throws -> CMSampleBuffer {
    let size = settings.processingFormat.streamDescription.pointee.mBytesPerFrame
    let list = AudioBufferList.allocate(maximumBuffers: buffer.memory.list.count)
    defer { free(list.unsafeMutablePointer) }
    for (index, whole) in buffer.memory.list.enumerated() {
      list[index] = AudioBuffer(
        mNumberChannels: whole.mNumberChannels, mDataByteSize: count * size,
        mData: whole.mData.map { $0 + Int(first) * Int(size) })
    }
    var made: CMSampleBuffer?
    let time = CMTime(value: frameCount, timescale: CMTimeScale(clamping: Int(settings.processingFormat.sampleRate)))
    let status = CMAudioSampleBufferCreateWithPacketDescriptions(
      allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: description, sampleCount: CMItemCount(count), presentationTimeStamp: time,
      packetDescriptions: nil, sampleBufferOut: &made)
    guard status == noErr, let made,
      CMSampleBufferSetDataBufferFromAudioBufferList(
        made, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, bufferList: list.unsafePointer)
        == noErr
    else { throw MediaError(.outOfMemory, .encoding, "there is no memory for the samples of a buffer") }
    return made
  }

  /// - Throws: `MediaError` of encoding and writing.
  func finish() throws { try writer.finish() }
}
