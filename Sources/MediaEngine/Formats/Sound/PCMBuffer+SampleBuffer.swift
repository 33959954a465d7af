import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport

extension AudioFormat {
  /// The format of a linear PCM sample buffer whose samples are made native, and whose channels are put in WAVE's order.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for compressed audio, and for samples that no native ones can hold.
  init(linearPCM sample: CMSampleBuffer) throws {
    guard let format = sample.formatDescription, let basic = format.audioStreamBasicDescription,
      basic.mFormatID == kAudioFormatLinearPCM
    else {
      throw MediaError(.unsupportedSettings, .encoding, "an audio input with settings takes linear PCM")
    }
    let count = Int(basic.mChannelsPerFrame)
    guard let sampleFormat = LinearPCM(samplesOf: basic)?.sampleFormat,
      (1...AudioSettings.mostChannels).contains(count),
      basic.mSampleRate >= 1, basic.mSampleRate <= AudioSettings.highestSampleRate
    else {
      throw MediaError(
        .unsupportedSettings, .encoding,
        "linear PCM to encode must be of integers, or of floating-point numbers of 32 or 64 bits; of 1 to "
          + "\(AudioSettings.mostChannels) channels and at most \(Int(AudioSettings.highestSampleRate)) hertz")
    }
    let speakers = format.audioChannelLayout.flatMap { ChannelLayout($0) }
    let mask = speakers.flatMap { $0.count == count ? $0.mask : nil } ?? ChannelLayout.default(count: count).mask
    self.init(
      sampleRate: Int(basic.mSampleRate.rounded()), layout: ChannelLayout(count: count, mask: mask),
      sampleFormat: sampleFormat, isPlanar: basic.isNonInterleavedPCM)
  }
}

extension PCMBuffer {
  /// The samples of a linear PCM sample buffer as native ones, with the channels in WAVE's order. They are in the sample
  /// buffer's own memory, except where they are not native, where interleaved channels come in another order, and where
  /// a plane lies in several blocks.
  ///
  /// - Throws: as `AudioFormat.init(linearPCM:)`, and `.invalidOperation` for data of another size than its samples, and
  ///   for data that is not in memory.
  init(linearPCM sample: CMSampleBuffer) throws {
    let format = try AudioFormat(linearPCM: sample)
    let form = sample.formatDescription?.audioStreamBasicDescription.flatMap { LinearPCM(samplesOf: $0) }
    let planeCount = format.isPlanar ? format.layout.count : 1
    let data = try sample.gatheredData(partCount: planeCount)
    self.init(format: format, sampleCount: sample.numSamples, planes: [], owner: data)
    let count = sampleCount * (format.isPlanar ? 1 : format.layout.count)
    let planeSize = count * (form?.bytes ?? 0)
    guard data.dataLength == planeCount * planeSize else {
      throw MediaError(
        .invalidOperation, .encoding, "\(data.dataLength) bytes are not \(sampleCount) samples of the buffer's format")
    }
    planes = (0..<planeCount).compactMap {
      data.contiguousBytes(offset: $0 * planeSize, length: planeSize)?.baseAddress
    }
    if let form { (planes, owner) = form.native(planes, owner: owner, count: count) }
    if let description = sample.formatDescription { self = description.inWaveOrder(self) }
  }
}

extension CMSampleBuffer {
  /// Makes a sample buffer of decoded audio.
  ///
  /// - Parameters:
  ///   - planes: the memory of the samples.
  ///   - bytesPerSample: the number of bytes that a sample takes there.
  ///   - audio: the rate, the channels and the number of the samples.
  convenience init(
    _ planes: [UnsafeMutableRawPointer], owner: AnyObject?, bytesPerSample: Int, of audio: PCMBuffer,
    format: CMFormatDescription, at time: CMTime
  ) throws {
    let bytesPerFrame = bytesPerSample * (audio.format.isPlanar ? 1 : audio.format.layout.count)
    let planeSize = audio.sampleCount * bytesPerFrame
    guard let owner, let first = planes.first else {
      throw MediaError(.internalError, .decoding, "decoded audio has no memory")
    }
    let data = CMBlockBuffer(bytes: UnsafeRawBufferPointer(start: first, count: planeSize), owner: owner)
    for plane in planes.dropFirst() {
      let part = CMBlockBuffer(bytes: UnsafeRawBufferPointer(start: plane, count: planeSize), owner: owner)
      let status = CMBlockBufferAppendBufferReference(
        data, targetBBuf: part, offsetToData: 0, dataLength: planeSize, flags: 0)
      guard status == kCMBlockBufferNoErr else {
        throw MediaError(.internalError, .decoding, "the channels of decoded audio cannot be joined", code: status)
      }
    }
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: Int32(clamping: audio.format.sampleRate)), presentationTimeStamp: time,
      decodeTimeStamp: .invalid)
    self.init(
      dataBuffer: data, format: format, sampleCount: audio.sampleCount, timings: [timing],
      sizes: planes.count == 1 ? [bytesPerFrame] : [])
  }
}
