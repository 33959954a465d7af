import Bitstreams
import CoreAudioTypes
package import MovieFile

/// The descriptions of audio sample entries.
extension SoundDescription {
  /// Makes the description of an entry of either family. Its configuration boxes are kept byte for byte.
  package init(_ entry: SampleEntry, _ fields: AudioFields) {
    self = Self.coding(of: entry, fields)
    if basic.mChannelsPerFrame == 0 { basic.mChannelsPerFrame = UInt32(clamping: fields.channels) }
    if basic.mSampleRate == 0 { basic.mSampleRate = fields.sampleRate }
    let boxes = entry.extensions.map { $0.box(in: .mp4) }.filter { $0.type != "wave" } + entry.waveBoxes
    if let chan = boxes.first(where: { $0.type == "chan" }), let stated = ChannelLayoutBox(parsing: chan.payload) {
      layout = stated.layout
    }
    setLayout(nil)
    atoms = boxes.filter { !Self.expressed.contains($0.type) }
  }

  /// The boxes whose facts are in the basic description and the layout.
  private static let expressed: Set<FourCC> = ["chan", "enda", "pcmC"]

  private static func coding(of entry: SampleEntry, _ fields: AudioFields) -> SoundDescription {
    if let pcm = LinearPCM(entry) {
      return SoundDescription(pcm, sampleRate: fields.sampleRate, channels: fields.channels)
    }
    func configured<Record>(_ type: FourCC, _ parse: ([UInt8]) throws -> Record) -> Record? {
      entry.payload(of: type).flatMap { try? parse($0) }
    }
    switch entry.format {
    case "mp4a":
      if let esds = entry.payload(of: "esds"), let sound = descriptor(esds, fields) { return sound }
    case "alac":
      if let config = configured("alac", ALACConfiguration.init(parsing:)) { return SoundDescription(alac: config) }
    case "fLaC":
      if let config = configured("dfLa", FLACConfiguration.init(parsing:)) { return SoundDescription(flac: config) }
    case "Opus":
      if let config = configured("dOps", OpusConfiguration.init(parsing:)) { return SoundDescription(opus: config) }
    case "ac-3":
      if let config = configured("dac3", AC3Configuration.init(parsing:)) {
        return SoundDescription(ac3: config, sampleRate: fields.sampleRate)
      }
    case "ec-3":
      if let config = configured("dec3", EAC3Configuration.init(parsing:)) {
        return SoundDescription(eac3: config, sampleRate: fields.sampleRate)
      }
    default: break
    }
    return unconfigured(entry.format, fields)
  }

  /// Makes the description of a sample entry from its code and fields alone.
  private static func unconfigured(_ code: FourCC, _ fields: AudioFields) -> SoundDescription {
    // AMR always has one channel at its own rate, whatever the template fields of its entry state (3GPP TS 26.244,
    // 6.5).
    let adaptiveRate = adaptiveRates[code]
    let rate = adaptiveRate ?? fields.sampleRate
    let channels = adaptiveRate == nil ? fields.channels : 1
    func plain(_ formatID: AudioFormatID, _ frames: Int) -> SoundDescription {
      SoundDescription(formatID, sampleRate: rate, channels: channels, framesPerPacket: frames)
    }
    switch code {
    case "mp4a": return plain(kAudioFormatMPEG4AAC, aacFrame)
    case ".mp1": return mpeg(1, fields)
    case ".mp2": return mpeg(2, fields)
    // Microsoft's number for MP3, as QuickTime wraps it.
    case ".mp3", FourCC(rawValue: 0x6D73_0055): return mpeg(3, fields)
    case "ac-3", "sac3": return plain(kAudioFormatAC3, ac3Frame)
    case "ec-3": return plain(kAudioFormatEnhancedAC3, ac3Frame)
    case "Opus": return plain(kAudioFormatOpus, 0)
    case "fLaC": return plain(kAudioFormatFLAC, 0)
    case "samr": return plain(kAudioFormatAMR, amrFrame)
    case "sawb": return plain(kAudioFormatAMR_WB, amrFrame * 2)
    default:
      if let fixed = packetsOfOneSize(code, sampleRate: rate, channels: channels) { return fixed }
      var sound = plain(code.rawValue, fields.framesPerPacket)
      sound.basic.mBytesPerPacket = UInt32(clamping: fields.bytesPerPacket)
      return sound
    }
  }

  /// The rates of AMR and of its wideband form, in hertz.
  private static let adaptiveRates: [FourCC: Double] = ["samr": 8000, "sawb": 16_000]

  /// The number of samples in 20 ms at 8 kHz (3GPP TS 26.071); wideband has twice as many.
  static let amrFrame = 160
  /// The number of samples of a channel in a packet of QuickTime's IMA 4:1, and the packet's number of bytes.
  static let ima4Frame = 64
  static let ima4Packet = 34

  /// Returns the description of a codec whose packets all have one size, whatever the container; `nil` for any other.
  static func packetsOfOneSize(_ code: FourCC, sampleRate: Double, channels: Int) -> SoundDescription? {
    switch code {
    case "ulaw", "alaw":
      SoundDescription(
        code.rawValue, sampleRate: sampleRate, channels: channels, framesPerPacket: 1, bytesPerChannelPacket: 1)
    case "ima4":
      SoundDescription(
        code.rawValue, sampleRate: sampleRate, channels: channels, framesPerPacket: ima4Frame,
        bytesPerChannelPacket: ima4Packet)
    default: nil
    }
  }

  private static func mpeg(_ layer: Int, _ fields: AudioFields) -> SoundDescription {
    SoundDescription(
      mpegLayer: layer, sampleRate: Int(fields.sampleRate), channels: fields.channels,
      samplesPerPacket: mpegFrame(layer: layer, sampleRate: fields.sampleRate))
  }

  /// Returns the description of `mp4a` by the object type of its descriptor (mp4ra.org, "Object types").
  private static func descriptor(_ esds: [UInt8], _ fields: AudioFields) -> SoundDescription? {
    guard let descriptor = try? ElementaryStreamDescriptor(parsing: esds) else { return nil }
    switch descriptor.objectType.rawValue {
    case ElementaryStreamDescriptor.ObjectType.mpeg1Audio.rawValue,
      ElementaryStreamDescriptor.ObjectType.mpeg2Audio.rawValue:
      // The object type does not state the layer; files usually have layer III.
      return mpeg(3, fields)
    case 0x40, 0x66...0x68:
      guard let config = try? AudioSpecificConfig(parsing: descriptor.decoderSpecificInfo) else { return nil }
      return SoundDescription(aac: config, descriptor: esds)
    case 0xA5: return unconfigured("ac-3", fields)
    case 0xA6: return unconfigured("ec-3", fields)
    case 0xA9: return unconfigured("dtsc", fields)
    case 0xAA: return unconfigured("dtsh", fields)
    case 0xAB: return unconfigured("dtsl", fields)
    case 0xAC: return unconfigured("dtse", fields)
    case 0xAD: return unconfigured("Opus", fields)
    case 0xDD: return vorbis(descriptor.decoderSpecificInfo, fields)
    case 0xE1: return unconfigured("Qclp", fields)
    // The entry's own code stands for no coding.
    default:
      return SoundDescription(
        unknownCoding.rawValue, sampleRate: fields.sampleRate, channels: fields.channels,
        framesPerPacket: fields.framesPerPacket)
    }
  }

  /// Returns the description of Vorbis by its headers. They know the channels: some writers state two for all sound.
  private static func vorbis(_ headers: [UInt8], _ fields: AudioFields) -> SoundDescription {
    // Vorbis I specification, 4.2.2: behind the mark come four bytes of a version, the channels, and the rate.
    let mark: [UInt8] = [1] + Array("vorbis".utf8)
    let start = headers.indices.first { headers[$0...].starts(with: mark) }
    let facts: [UInt8] = start.map { Array(headers[$0...].dropFirst(mark.count + 4).prefix(5)) } ?? []
    guard facts.count == 5, facts[0] > 0 else {
      return SoundDescription(vorbis: headers, sampleRate: Int(fields.sampleRate), channels: fields.channels)
    }
    let rate: Int = facts.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
    return SoundDescription(vorbis: headers, sampleRate: rate, channels: Int(facts[0]))
  }

  /// The code of sound whose descriptor has an unknown object type. Its packets are not AAC.
  static let unknownCoding: FourCC = "mp4a"
}
