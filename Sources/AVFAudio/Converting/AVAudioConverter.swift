public import Foundation
public import FoundationSupplement
internal import MediaEngine
internal import MediaSupport
internal import Synchronization

/// Converts a stream of sound from one format to another: samples, channels, how they lie, and the rate.
///
/// The length is exact: as many frames come out as the ratio of the rates makes of those that went in, rounded up, and without
/// delay. What is set counts from the start of a stream: set it before the first conversion or behind `reset()`. One thread at a
/// time converts and resets; all else may be used on any.
open class AVAudioConverter: NSObject, @unchecked Sendable {
  // Sendable: constants, what lies behind the lock, and the conversion, which one thread at a time uses.

  private struct State {
    var choices: PCMConversion.Choices
    var quality = AVAudioQuality.max.rawValue
    var algorithm: String? = AVSampleRateConverterAlgorithm_Normal
    var magicCookie: Data?
  }

  /// The format of what is converted.
  public let inputFormat: AVAudioFormat
  /// The format of what comes out.
  public let outputFormat: AVAudioFormat
  private let state: Mutex<State>
  /// Nil before the first conversion of a stream.
  private var conversion: (any SoundConversion)?
  private var hasEnded = false

  /// A converter between two formats.
  ///
  /// - Returns: `nil` for formats that cannot be converted: here all but the common ones of linear PCM, at whole numbers of
  ///   frames a second.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard SampleConverter.Form(fromFormat) != nil, SampleConverter.Form(toFormat) != nil else { return nil }
    (inputFormat, outputFormat) = (fromFormat, toFormat)
    state = Mutex(
      State(
        choices: PCMConversion.Choices(
          map: ChannelRouting.map(from: fromFormat, to: toFormat),
          primeInfo: PCMConversion.primeInfo(from: fromFormat, to: toFormat))))
    super.init()
  }

  /// Forgets what was given, for another stream.
  public func reset() {
    conversion = nil
    hasEnded = false
  }

  // MARK: Converting

  /// Converts a buffer whose rate stays.
  ///
  /// Stops the process for buffers of other formats than the converter's, and for an output with less room.
  ///
  /// - Throws: `AVError.operationNotAllowed` where the rate changes, which `convert(to:error:withInputFrom:)` does.
  public func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
    require(inputBuffer.format == inputFormat, "inputBuffer.format == inputFormat")
    require(outputBuffer.format == outputFormat, "outputBuffer.format == outputFormat")
    require(
      outputBuffer.frameCapacity >= inputBuffer.frameLength, "outputBuffer.frameCapacity >= inputBuffer.frameLength")
    do {
      guard inputFormat.sampleRate == outputFormat.sampleRate else {
        throw MediaError(
          .invalidOperation, .processing, "a conversion of rates takes its input from a block: it looks ahead")
      }
      outputBuffer.frameLength = 0
      let conversion = try makeConversion()
      _ = try conversion.give(inputBuffer)
      try conversion.finish()
      _ = try conversion.take(into: outputBuffer)
    } catch {
      throw AVError(wrapping: error)
    }
  }

  /// Fills a buffer with what a block gives.
  ///
  /// Stops the process for buffers of other formats than the converter's.
  ///
  /// - Parameters:
  ///   - outputBuffer: is filled from its start, as far as there is input.
  ///   - outError: gets the error where the status is `.error`.
  ///   - inputBlock: is called as often as input is needed, on this thread.
  /// - Returns: `.haveData` for a full buffer, and for the last of the sound; then `.endOfStream`, until `reset()`.
  public func convert(
    to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer, withInputFrom inputBlock: AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    require(outputBuffer.format == outputFormat, "outputBuffer.format == outputFormat")
    outputBuffer.isEmpty = true
    do {
      return try fill(outputBuffer, inputBlock)
    } catch {
      outError?.pointee = AVError(wrapping: error) as NSError
      return .error
    }
  }

  private func makeConversion() throws -> any SoundConversion {
    try PCMConversion(from: inputFormat, to: outputFormat, state.withLock { $0.choices })
  }

  private func fill(
    _ buffer: AVAudioBuffer, _ inputBlock: AVAudioConverterInputBlock
  ) throws -> AVAudioConverterOutputStatus {
    let conversion = try self.conversion ?? makeConversion()
    self.conversion = conversion
    while true {
      if try conversion.take(into: buffer) { return .haveData }
      if hasEnded { return buffer.isEmpty ? .endOfStream : .haveData }
      var status = AVAudioConverterInputStatus.haveData
      let input = inputBlock(conversion.wantedPackets(for: buffer), &status)
      switch status {
      case .haveData:
        guard let input else { return .inputRanDry }
        require(input.format == inputFormat, "buffer.format == inputFormat")
        if try !conversion.give(input) { return .inputRanDry }
      case .noDataNow: return .inputRanDry
      case .endOfStream:
        hasEnded = true
        try conversion.finish()
      }
    }
  }

  // MARK: Choices

  /// The number of an input's channel for each of the output's, from 0. Below 0 the output's is silent.
  ///
  /// It is what the layouts of both say until it is set. Stops the process for another number of channels than the output's.
  public var channelMap: [NSNumber] {
    get { state.withLock { $0.choices.map.map { NSNumber(value: $0) } } }
    set {
      require(newValue.count == Int(outputFormat.channelCount), "channelMap.count == outputFormat.channelCount")
      state.withLock { $0.choices.map = newValue.map(\.intValue) }
    }
  }

  /// A Boolean value that says whether channels that the output lacks are heard from those beside them, instead of being left
  /// out. It is `false`.
  public var downmix: Bool {
    get { state.withLock { $0.choices.mixes } }
    set { state.withLock { $0.choices.mixes = newValue } }
  }

  /// A Boolean value that says whether noise of half a step is added before samples get fewer bits. It is `false`.
  public var dither: Bool {
    get { state.withLock { $0.choices.dithers } }
    set { state.withLock { $0.choices.dithers = newValue } }
  }

  /// An `AVAudioQuality` of the conversion of rates. It is always the best here: any value is kept and changes nothing.
  public var sampleRateConverterQuality: Int {
    get { state.withLock { $0.quality } }
    set { state.withLock { $0.quality = newValue } }
  }

  /// One of `AVSampleRateConverterAlgorithm_…`. There is one algorithm here: any value is kept and changes nothing.
  public var sampleRateConverterAlgorithm: String? {
    get { state.withLock { $0.algorithm } }
    set { state.withLock { $0.algorithm = newValue } }
  }

  /// The treatment of the frames that a filter looks at before the start and behind the end. It is `.normal`.
  public var primeMethod: AVAudioConverterPrimeMethod {
    get { state.withLock { $0.choices.prime } }
    set { state.withLock { $0.choices.prime = newValue } }
  }

  /// The frames that a filter looks at. There are none where the rate stays.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get { state.withLock { $0.choices.primeInfo } }
    set { state.withLock { $0.choices.primeInfo = newValue } }
  }

  /// The bytes that a decoder needs beside the format. Linear PCM needs none: they are kept and change nothing.
  public var magicCookie: Data? {
    get { state.withLock { $0.magicCookie } }
    set { state.withLock { $0.magicCookie = newValue } }
  }
}

extension AVAudioBuffer {
  /// A Boolean value that says whether no frame or packet is valid. Setting it to `true` empties the buffer.
  fileprivate var isEmpty: Bool {
    get { memory.byteLength == 0 }
    set {
      guard newValue else { return }
      switch self {
      case let buffer as AVAudioPCMBuffer: buffer.frameLength = 0
      case let buffer as AVAudioCompressedBuffer: (buffer.packetCount, buffer.byteLength) = (0, 0)
      default: break
      }
    }
  }
}
