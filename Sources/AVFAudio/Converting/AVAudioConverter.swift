public import Foundation
public import FoundationSupplement
internal import MediaEngine
internal import MediaSupport
internal import Synchronization

/// Converts a stream of sound from one format to another: samples, channels and their arrangement, the rate, and
/// compressed packets to and from linear PCM.
///
/// The length is exact: as many frames come out as the ratio of the rates makes of those that went in, rounded up, and
/// without delay. An encoder begins with frames that are not of the sound, and decoding its packets gives them too:
/// `primeInfo` says how many there are. A converter that decodes leaves out those that its own `primeInfo` says.
/// Settings count from the start of a stream: set them before the first conversion or after `reset()`. One thread at a
/// time converts and resets; all else may be used on any.
open class AVAudioConverter: NSObject, @unchecked Sendable {
  // Sendable: constants, state that a lock protects, and the conversion, which one thread at a time uses.

  struct State {
    var choices: PCMConversion.Choices
    var quality = AVAudioQuality.max.rawValue
    var algorithm: String? = AVSampleRateConverterAlgorithm_Normal
    var magicCookie: Data?
    var encoding = EncodingChoices()
    var encoder: EncoderFacts?
  }

  /// The format of the input.
  public let inputFormat: AVAudioFormat
  /// The format of the output.
  public let outputFormat: AVAudioFormat
  let route: ConversionRoute
  let state: Mutex<State>
  /// The conversion at work. Nil before the first conversion of a stream.
  private var conversion: (any SoundConversion)?
  private var hasEnded = false

  /// A converter between two formats.
  ///
  /// - Returns: `nil` for formats that cannot be converted. Linear PCM is converted in the common formats, at whole
  ///   numbers of frames a second. It is encoded to the formats that `AVAssetWriter` encodes, and decoded from those
  ///   that there is a decoder for; one of both formats is linear PCM.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard let route = ConversionRoute(from: fromFormat, to: toFormat) else { return nil }
    (inputFormat, outputFormat, self.route) = (fromFormat, toFormat, route)
    state = Mutex(State(choices: PCMConversion.Choices(primeInfo: route.primeInfo), encoder: route.encoder))
    super.init()
  }

  /// Forgets the input that was given, for another stream.
  public func reset() {
    conversion = nil
    hasEnded = false
  }

  // MARK: Converting

  /// Converts a buffer without changing the sample rate.
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
          .invalidOperation, .processing,
          "a conversion of sample rates needs convert(to:error:withInputFrom:), since it reads ahead")
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

  /// Fills a buffer with converted sound, whose input a block supplies.
  ///
  /// Stops the process for buffers of other formats than the converter's.
  ///
  /// - Parameters:
  ///   - outputBuffer: is filled from its start, as far as there is input.
  ///   - outError: gets the error where the status is `.error`.
  ///   - inputBlock: is called as often as input is needed, on this thread.
  /// - Returns: `.haveData` for a full buffer, and for the last of the sound; then `.endOfStream`, until `reset()`.
  @discardableResult
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
    let state = state.withLock { $0 }
    switch route.codec {
    case .none: return try PCMConversion(from: inputFormat, to: outputFormat, state.choices)
    case .encoder:
      let conversion = try EncodingConversion(from: inputFormat, to: outputFormat, state.choices, state.encoding)
      note(conversion)
      return conversion
    case .decoder:
      let source = AVAudioFormat(
        inputFormat.streamDescription.pointee, channelLayout: inputFormat.channelLayout,
        magicCookie: state.magicCookie ?? inputFormat.magicCookie)
      return try DecodingConversion(from: source, to: outputFormat, state.choices)
    }
  }

  /// Keeps the facts that a conversion's encoder tells now.
  private func note(_ conversion: any SoundConversion) {
    guard let encoder = (conversion as? EncodingConversion)?.encoder else { return }
    let facts = EncoderFacts(encoder)
    state.withLock { $0.encoder = facts }
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
        note(conversion)
      }
    }
  }

  // MARK: Choices

  /// For each channel of the output, the number of the input's channel that it takes, from 0. Below 0 the output's
  /// channel is silent.
  ///
  /// It follows from the layouts of both until it is set. The channels of compressed sound are numbered in WAVE's
  /// order, in which they are decoded and encoded, whatever the order of their own. Stops the process for another
  /// number of channels than the output's.
  public var channelMap: [NSNumber] {
    get {
      let map = state.withLock { $0.choices.map } ?? ChannelRouting.map(from: route.source, to: route.result)
      return map.map { NSNumber(value: $0) }
    }
    set {
      require(newValue.count == Int(outputFormat.channelCount), "channelMap.count == outputFormat.channelCount")
      state.withLock { $0.choices.map = newValue.map(\.intValue) }
    }
  }

  /// A Boolean value that says whether channels that the output lacks are mixed into those nearest to them, instead of
  /// being left out. It is `false` by default.
  public var downmix: Bool {
    get { state.withLock { $0.choices.mixes } }
    set { state.withLock { $0.choices.mixes = newValue } }
  }

  /// A Boolean value that says whether noise of half a step is added before samples get fewer bits. It is `false`.
  public var dither: Bool {
    get { state.withLock { $0.choices.dithers } }
    set { state.withLock { $0.choices.dithers = newValue } }
  }

  /// The quality of the conversion of rates, an `AVAudioQuality`. It is always the best here: any value is kept and
  /// changes nothing.
  public var sampleRateConverterQuality: Int {
    get { state.withLock { $0.quality } }
    set { state.withLock { $0.quality = newValue } }
  }

  /// The algorithm of sample rate conversion, one of `AVSampleRateConverterAlgorithm_…`. There is only one algorithm
  /// here: any value is stored, and has no effect.
  public var sampleRateConverterAlgorithm: String? {
    get { state.withLock { $0.algorithm } }
    set { state.withLock { $0.algorithm = newValue } }
  }

  /// The treatment of the frames that a filter looks at before the start and behind the end. It is `.normal`.
  public var primeMethod: AVAudioConverterPrimeMethod {
    get { state.withLock { $0.choices.prime } }
    set { state.withLock { $0.choices.prime = newValue } }
  }

  /// The number of frames beyond the sound itself.
  ///
  /// For linear PCM they are those that a filter looks at, and there are none where the rate stays. For an encoder they
  /// are those that decoding its packets gives before the first and behind the last frame of the sound, in frames of
  /// the output; those behind it are known when the stream has ended, and setting it changes nothing. For a decoder
  /// they are those that it leaves out at both ends: none until it is set.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get { state.withLock { $0.encoder?.primeInfo ?? $0.choices.primeInfo } }
    set { state.withLock { $0.choices.primeInfo = newValue } }
  }

  /// The bytes that a decoder needs in addition to the format.
  ///
  /// For an encoder they are the bytes that its packets' decoder needs. For some codecs they are complete when the
  /// stream has ended, and setting them changes nothing. A decoder takes those of the input format while these are
  /// `nil`. Linear PCM needs none.
  public var magicCookie: Data? {
    get { state.withLock { $0.encoder.map(\.magicCookie) ?? $0.magicCookie } }
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
