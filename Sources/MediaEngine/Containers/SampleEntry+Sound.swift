import Bitstreams
import CoreAudioTypes
import CoreGraphics
import CoreMedia
import MediaSupport
import MovieFile

/// Sound, as each family of files describes it.
extension SampleEntry {
  init(audio format: CMFormatDescription, in file: FileFormat) throws {
    guard let basic = format.audioStreamBasicDescription else {
      throw format.lacking("its basic description", in: file)
    }
    guard basic.mSampleRate >= 0, basic.mSampleRate <= Double(UInt32.max), basic.mChannelsPerFrame <= UInt16.max else {
      throw MediaError(
        .unsupportedByContainer, .writing,
        "a movie file cannot describe sound of \(basic.mChannelsPerFrame) channels at \(basic.mSampleRate) hertz")
    }
    if let pcm = LinearPCM(basic) {
      try self.init(pcm, basic, format, in: file)
      return
    }
    var atoms = format.extensions.atoms
    let code = try Self.configure(&atoms, format, basic, in: file)
    var extensions = atoms.map { SampleEntryExtension.box($0) }
    if file.isQuickTime { extensions += Self.layoutBox(format) }
    self = .audio(
      format: code, channels: Int(basic.mChannelsPerFrame), sampleRate: basic.mSampleRate,
      bitsPerSample: basic.sourceDepth ?? Self.usualBits, framesPerPacket: Int(basic.mFramesPerPacket),
      bytesPerPacket: Int(basic.mBytesPerPacket), extensions: extensions)
    if file.isQuickTime { stateConstantPackets(basic) }
  }

  // MARK: Linear PCM

  private init(
    _ pcm: LinearPCM, _ basic: AudioStreamBasicDescription, _ format: CMFormatDescription, in file: FileFormat
  ) throws {
    let channels = Int(basic.mChannelsPerFrame)
    let layout = Self.layoutBox(format, evenUsual: file.isQuickTime)
    let carried = format.extensions.atoms.map { SampleEntryExtension.box($0) }
    if !file.isQuickTime {
      guard let (code, record) = pcm.isoConfiguration else { throw format.lacking("a form for \(pcm)", in: file) }
      self = .audio(
        format: code, channels: channels, sampleRate: basic.mSampleRate, bitsPerSample: pcm.bits, framesPerPacket: 1,
        bytesPerPacket: pcm.bytes * channels, extensions: [.box(OpaqueBox("pcmC", record))] + layout + carried)
      return
    }
    // Version 0 is for everything that the oldest QuickTime readers support; version 2 can express everything.
    let simple = pcm.quickTimeFormat
    let isSimple = channels <= 2 && basic.mSampleRate <= Self.highestSimpleRate && simple != "lpcm"
    self = .audio(
      format: isSimple ? simple ?? "lpcm" : "lpcm", channels: channels, sampleRate: basic.mSampleRate,
      bitsPerSample: pcm.bits, framesPerPacket: 1, bytesPerPacket: pcm.bytes * channels,
      version: isSimple ? .zero : .two, extensions: layout + carried)
    guard !isSimple, case .audio(var fields) = self.fields else { return }
    fields.formatFlags = pcm.flags
    self.fields = .audio(fields)
  }

  /// The highest whole rate of 16.16 fixed point.
  private static let highestSimpleRate = 65535.0

  // MARK: Coded sound

  /// Returns the entry's code, and adds the boxes that it must have to `atoms`.
  private static func configure(
    _ atoms: inout [OpaqueBox], _ format: CMFormatDescription, _ basic: AudioStreamBasicDescription,
    in file: FileFormat
  ) throws -> FourCC {
    func need(_ type: FourCC) throws {
      if atoms.contains(where: { $0.type == type }) { return }
      guard let record = format.configuration(type) ?? format.impliedConfiguration(type) else {
        throw format.lacking("its configuration (\(type))", in: file)
      }
      atoms.insert(OpaqueBox(type, record), at: 0)
    }
    switch format.code {
    case let code where StreamCodec.aac.contains(code):
      try need("esds")
      return "mp4a"
    case ".mp1", ".mp2", ".mp3":
      atoms.removeAll { $0.type == "esds" }
      if file.isQuickTime { return format.code }
      // ISO 14496-1 table 5: MPEG-1 audio has the rates from 32 kHz, MPEG-2 audio the lower ones.
      let objectType: ElementaryStreamDescriptor.ObjectType =
        basic.mSampleRate < Self.lowestMPEG1Rate ? .mpeg2Audio : .mpeg1Audio
      let descriptor = ElementaryStreamDescriptor(objectType: objectType, streamType: .audio)
      atoms.insert(OpaqueBox("esds", descriptor.serialized()), at: 0)
      return "mp4a"
    case "alac":
      try need("alac")
      return "alac"
    case "flac":
      try need("dfLa")
      return "fLaC"
    case "opus":
      try need("dOps")
      return "Opus"
    case "ac-3" where !file.isQuickTime: try need("dac3")
    case "ec-3" where !file.isQuickTime: try need("dec3")
    case "samr", "sawb":
      // 3GPP TS 26.244 6.7: no vendor, version 0, all modes, no period, one frame a sample.
      if !atoms.contains(where: { $0.type == "damr" }) {
        atoms.insert(OpaqueBox("damr", [0, 0, 0, 0, 0, 0x81, 0xFF, 0, 1]), at: 0)
      }
    default: break
    }
    return format.code
  }

  private static let lowestMPEG1Rate = 32_000.0
  /// The bits that an entry of coded sound states where its codec has no depth (ISO 14496-12, "Audio sample entry").
  private static let usualBits = 16

  /// States what a packet holds, in QuickTime's version 1, where packets have one size and several samples (IMA).
  private mutating func stateConstantPackets(_ basic: AudioStreamBasicDescription) {
    guard basic.mBytesPerPacket > 0, basic.mChannelsPerFrame > 0, case .audio(var fields) = fields else { return }
    fields.version = basic.mFramesPerPacket > 1 ? .one : .zero
    fields.bytesPerFrame = Int(basic.mBytesPerPacket)
    fields.bytesPerChannelPacket = Int(basic.mBytesPerPacket / basic.mChannelsPerFrame)
    self.fields = .audio(fields)
  }

  /// Returns `chan`, where the number of channels does not say which channels they are.
  ///
  /// - Parameter evenUsual: whether the box is wanted for one and two channels too, as in QuickTime's linear PCM.
  private static func layoutBox(
    _ format: CMFormatDescription, evenUsual isWanted: Bool = false
  ) -> [SampleEntryExtension] {
    guard let layout = format.audioChannelLayout else { return [] }
    let usual = [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo]
    return usual.contains(layout.tag) && !isWanted ? [] : [.box(ChannelLayoutBox(layout).box)]
  }
}
