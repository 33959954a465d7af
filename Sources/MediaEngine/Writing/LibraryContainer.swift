import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport

/// A file of one of libavformat's containers with one audio track: MP3 and WAVE.
final class LibraryContainer: ContainerWriter, @unchecked Sendable {
  // Sendable: used by one thread at a time, as the protocol says.
  private let file: PendingFile
  private let muxer: Muxer
  private let container: ContainerFormat
  private var parameters: CodecParameters?
  private var isOpen = false
  /// Where the placeholder for a tag frame lies.
  private var tagOffset: Int64?
  private var trackCount = 0

  init(_ file: PendingFile, _ configuration: FileConfiguration) throws {
    self.file = file
    container = configuration.container
    muxer = try Muxer(creating: file.temporaryPath, container: container == .mp3 ? .mp3 : .wav)
  }

  func addTrack(_ configuration: TrackConfiguration) throws {
    trackCount += 1
    guard trackCount == 1 else {
      throw MediaError(
        .unsupportedByContainer, .opening, "\(container.name) holds one audio track; mov, mp4 and m4a hold more",
        path: file.path)
    }
  }

  func write(_ sample: EncodedSample, track: Int) throws {
    switch sample {
    case .format(let format):
      guard parameters == nil else {
        throw MediaError(
          .unsupportedByContainer, .writing, "\(container.name) cannot change its format in mid-stream; mov can",
          path: file.path)
      }
      parameters = try CodecParameters(format, in: container)
    case .packet(let packet): try write(packet)
    case .tag(let bytes):
      if let tagOffset { try muxer.patch(bytes, at: tagOffset) }
    }
  }

  private func write(_ packet: Packet) throws {
    guard packet.reference == nil else {
      throw MediaError(
        .referencesNotSupported, .writing, "\(container.name) files cannot refer to samples in other files; mov can",
        path: file.path)
    }
    if !isOpen { try open(with: packet) }
    if packet.isTagPlaceholder { tagOffset = muxer.position }
    try muxer.write(packet, streamIndex: 0)
  }

  /// The header says what the first packet shows: how much of the start a player drops.
  private func open(with first: Packet) throws {
    isOpen = true
    guard var parameters else {
      throw MediaError(.internalError, .writing, "a packet came before its format", path: file.path)
    }
    var options: [String: String] = [:]
    switch container {
    case .mp3:
      // LAME's own frame goes in the placeholder's place; copied MP3 gets the muxer's, with the source's numbers. Where
      // the source has none there is no tag: it would make players drop a decoder's delay.
      if first.isTagPlaceholder || first.trimStart == 0 { options["write_xing"] = "0" }
      if !first.isTagPlaceholder { parameters.initialPadding = first.trimStart }
    default: options["rf64"] = "auto"
    }
    try muxer.addStream(parameters, timeBase: first.timeBase)
    try muxer.writeHeader(options: options)
  }

  func finish(_ timelines: [TrackTimeline]) throws {
    guard isOpen else {
      throw MediaError(.invalidOperation, .finishing, "no samples were written", path: file.path)
    }
    try muxer.finish()
    try file.publish()
  }

  func cancel() {
    muxer.cancel()
    file.remove()
  }
}

extension CodecParameters {
  /// - Throws: `MediaError(.unsupportedByContainer)` for what the container does not carry.
  fileprivate init(_ format: CMFormatDescription, in container: ContainerFormat) throws {
    guard container.refusal(of: format) == nil, let basic = format.audioStreamBasicDescription,
      let codec = basic.codec
    else {
      throw MediaError(
        .unsupportedByContainer, .writing,
        container.refusal(of: format) ?? "\(container.name) cannot carry \(format.mediaSubType)")
    }
    guard let rate = Int32(exactly: basic.mSampleRate.rounded()), rate > 0,
      let count = UInt16(exactly: basic.mChannelsPerFrame).map(Int.init), count > 0
    else {
      throw MediaError(
        .unsupportedByContainer, .writing,
        "\(container.name) cannot describe sound of \(basic.mChannelsPerFrame) channels at \(basic.mSampleRate) hertz")
    }
    self.init(codec: codec)
    sampleRate = Int(rate)
    let speakers = format.audioChannelLayout.flatMap { SpeakerLayout($0) }
    layout = ChannelLayout(
      count: count,
      mask: speakers.flatMap { $0.count == count ? $0.mask : nil } ?? SpeakerLayout.default(count: count).mask)
    frameSize = codec == .mp3 ? Int(basic.mFramesPerPacket) : 0
    bitsPerCodedSample = Int(basic.mBitsPerChannel)
    blockAlign = Int(basic.mBytesPerFrame)
  }
}

extension AudioStreamBasicDescription {
  /// libavcodec's number for what MP3 and WAVE files carry.
  fileprivate var codec: CodecID? {
    let isFloat = mFormatFlags & kAudioFormatFlagIsFloat != 0
    switch mFormatID {
    case kAudioFormatMPEGLayer3: return .mp3
    case kAudioFormatULaw: return .pcmMuLaw
    case kAudioFormatALaw: return .pcmALaw
    case kAudioFormatLinearPCM where mFormatFlags & kAudioFormatFlagIsBigEndian != 0 && mBitsPerChannel > 8: return nil
    case kAudioFormatLinearPCM:
      switch (mBitsPerChannel, isFloat) {
      case (8, false): return .pcmU8
      case (16, false): return .pcmS16LE
      case (24, false): return .pcmS24LE
      case (32, false): return .pcmS32LE
      case (32, true): return .pcmF32LE
      case (64, true): return .pcmF64LE
      default: return nil
      }
    default: return nil
    }
  }
}
