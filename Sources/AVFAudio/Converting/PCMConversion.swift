internal import CoreAudioTypes
internal import MediaEngine
internal import MediaSupport

/// The conversion of linear PCM to linear PCM: rate, samples, channels and how they lie.
final class PCMConversion: SoundConversion {
  /// The choices of a client.
  struct Choices: Equatable {
    /// The source's channel for each of the result's. With nil the formats decide.
    var map: [Int]?
    var mixes = false
    var dithers = false
    var prime = AVAudioConverterPrimeMethod.normal
    var primeInfo: AVAudioConverterPrimeInfo
    /// The number of frames at the end of the source that its encoder added, and that are not given.
    var trailingFrames = 0
  }

  private let converter: PCMConverter
  private let rates: (source: Double, result: Double)
  /// The number of frames of silence that come before the converted sound and are still to be given.
  private var delay: Int
  /// The frames that the result has in all. Nil until the source has ended, and for all that are made.
  private var limit: Int64?
  private var given: Int64 = 0
  private var sourceCount: Int64 = 0
  /// The number of frames at the end of the source that are left out. It is 0 if the source does not end at the end of
  /// the sound.
  private var unwanted: Int64
  private let isLate: Bool

  /// - Throws: `MediaError(.unsupportedSettings)` for formats that cannot be converted.
  init(from source: AVAudioFormat, to result: AVAudioFormat, _ choices: Choices) throws {
    guard let from = PCMConverter.Form(source), let to = PCMConverter.Form(result) else {
      throw MediaError(.unsupportedSettings, .processing, "only the common formats of linear PCM can be converted")
    }
    let gains = choices.mixes ? ChannelRouting.mixedGains(from: source, to: result) : nil
    let map = choices.map ?? ChannelRouting.map(from: source, to: result)
    converter = try PCMConverter(
      from: from, to: to, gains: gains ?? ChannelRouting.gains(map, channelCount: from.channelCount),
      dithers: choices.dithers, isPrecise: true,
      leadingFrames: choices.prime == .pre ? Int(choices.primeInfo.leadingFrames) : 0)
    rates = (source.sampleRate, result.sampleRate)
    isLate = choices.prime == .none
    let trailing = Double(choices.primeInfo.trailingFrames) * rates.result / rates.source
    delay = isLate ? Int(trailing.rounded(.up)) : 0
    unwanted = Int64(choices.trailingFrames)
  }

  /// Returns the number of frames of input that a sample rate filter uses on either side. It is 0 if the rate is not
  /// changed.
  static func primeInfo(from source: AVAudioFormat, to result: AVAudioFormat) -> AVAudioConverterPrimeInfo {
    guard source.sampleRate != result.sampleRate, result.sampleRate > 0 else { return AVAudioConverterPrimeInfo() }
    // The filter of a lower rate is longer, by the ratio.
    let frames = filterLength * max(1, source.sampleRate / result.sampleRate)
    let count = AVAudioFrameCount(min(frames.rounded(.up), 1e6))
    return AVAudioConverterPrimeInfo(leadingFrames: count, trailingFrames: count)
  }

  private static let filterLength = 64.0

  func wantedPackets(for buffer: AVAudioBuffer) -> AVAudioPacketCount {
    guard let buffer = buffer as? AVAudioPCMBuffer else { return 1 }
    let missing = Double(buffer.frameCapacity - buffer.frameLength) * rates.source / rates.result
    return AVAudioPacketCount(min(max(1, missing.rounded(.up)), Double(AVAudioPacketCount.max)))
  }

  func give(_ buffer: AVAudioBuffer) throws -> Bool {
    guard let buffer = buffer as? AVAudioPCMBuffer, buffer.frameLength > 0 else { return false }
    try give(buffer.memory.list.compactMap(\.mData), frameCount: Int(buffer.frameLength))
    return true
  }

  /// Takes frames of the source's format, which are not kept.
  func give(_ planes: [UnsafeMutableRawPointer], frameCount: Int) throws {
    sourceCount += Int64(frameCount)
    try converter.convert(planes, frameCount: frameCount)
  }

  func finish() throws { try finish(isAtEnd: true) }

  /// - Parameter isAtEnd: whether the sound ends, and not only the part that comes in this format.
  func finish(isAtEnd: Bool) throws {
    try converter.finish()
    if isLate { limit = converter.frameCount }
    if isAtEnd, unwanted > 0 { limit = resultCount(of: max(0, sourceCount - unwanted)) }
    unwanted = 0
  }

  private func resultCount(of count: Int64) -> Int64 {
    Int64((Double(count) * rates.result / rates.source).rounded(.up))
  }

  func take(into buffer: AVAudioBuffer) throws -> Bool {
    guard let buffer = buffer as? AVAudioPCMBuffer else { return true }
    var room = Int(buffer.frameCapacity - buffer.frameLength)
    if let limit { room = min(room, Int(limit - given)) }
    if unwanted > 0 { room = min(room, Int(max(0, converter.frameCount - resultCount(of: unwanted) - given))) }
    let size = Int(buffer.format.streamDescription.pointee.mBytesPerFrame)
    var planes = buffer.memory.capacityList.compactMap(\.mData).map { $0 + Int(buffer.frameLength) * size }
    let silence = min(delay, room)
    for plane in planes { plane.initializeMemory(as: UInt8.self, repeating: 0, count: silence * size) }
    delay -= silence
    planes = planes.map { $0 + silence * size }
    let count = silence + converter.take(into: planes, upTo: room - silence)
    buffer.frameLength += AVAudioFrameCount(count)
    given += Int64(count)
    return buffer.frameLength == buffer.frameCapacity
  }
}

extension PCMConverter.Form {
  /// The form of a format's samples. Nil for another format than the common ones of linear PCM, and a rate that is not
  /// a whole number of frames.
  init?(_ format: AVAudioFormat) {
    guard let type = format.commonFormat.sampleType, let rate = Int(exactly: format.sampleRate), rate > 0,
      rate <= Int(AudioSettings.highestSampleRate),
      (1...AudioSettings.mostChannels).contains(Int(format.channelCount))
    else { return nil }
    self.init(
      sampleRate: rate, channelCount: Int(format.channelCount), type: type, isInterleaved: format.isInterleaved)
  }
}
