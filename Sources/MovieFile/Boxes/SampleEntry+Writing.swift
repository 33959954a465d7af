extension SampleEntry {
  /// Writes the entry in the form that it has in `fileFormat`.
  func write(to writer: inout ByteWriter, in fileFormat: FileFormat) {
    writer.box(format) { box in
      box.zeros(6)
      box.u16(dataReferenceIndex)
      switch fields {
      case .video(let video):
        video.write(to: &box)
        for item in extensions { box.box(item.box(in: fileFormat)) }
      case .audio(let audio) where fileFormat.isQuickTime: writeSound(audio, to: &box)
      case .audio(let audio):
        audio.writeISO(to: &box)
        for item in isoAudioExtensions { box.box(item) }
      case .timecode(let timecode):
        timecode.write(to: &box)
        for item in extensions { box.box(item.box(in: fileFormat)) }
      case .other(let payload): box.append(payload)
      }
    }
  }

  /// The boxes of an audio entry in an ISO file. ISO has no box like QuickTime's `wave`: its contents are written where
  /// ISO expects them.
  private var isoAudioExtensions: [OpaqueBox] {
    let plain = extensions.map { $0.box(in: .mp4) }.filter { $0.type != "wave" }
    return waveBoxes.filter { hidden in hidden.type != "enda" && !plain.contains { $0.type == hidden.type } } + plain
  }

  /// The boxes that QuickTime keeps inside `wave` (QuickTime File Format, "Sound sample description extensions").
  private static let waveTypes: Set<FourCC> = ["esds", "alac", "dac3", "dec3", "damr", "enda", "dfLa", "dOps"]

  private func writeSound(_ audio: AudioFields, to box: inout ByteWriter) {
    let boxes = extensions.map { $0.box(in: .quickTime) }
    let hasWave = boxes.contains { $0.type == "wave" }
    let hidden = hasWave ? [] : boxes.filter { Self.waveTypes.contains($0.type) }
    let isCompressed = hasWave || hidden.contains { $0.type != "enda" } || audio.framesPerPacket > 1
    audio.writeSound(to: &box, isCompressed: isCompressed, hasExtensions: isCompressed || !hidden.isEmpty)
    if !hidden.isEmpty {
      box.box("wave") { wave in
        wave.box("frma") { $0.fourCC(format) }
        // Readers of QuickTime look for the esds after an empty 'mp4a' box.
        if format == "mp4a" { wave.box("mp4a") { $0.zeros(4) } }
        for item in hidden { wave.box(item) }
        wave.box(FourCC(rawValue: 0)) { _ in }
      }
    }
    for item in boxes where hasWave || !Self.waveTypes.contains(item.type) { box.box(item) }
  }
}

extension VideoFields {
  func write(to box: inout ByteWriter) {
    box.u16(version)
    box.u16(revision)
    box.fourCC(vendor)
    box.u32(temporalQuality)
    box.u32(spatialQuality)
    box.u16(width)
    box.u16(height)
    box.u32(horizontalResolution)
    box.u32(verticalResolution)
    box.u32(0)
    box.u16(framesPerSample)
    let start = box.count
    box.pascalString(compressorName, limit: 31)
    box.zeros(32 - (box.count - start))
    box.u16(depth)
    box.i16(colorTableID)
    box.append(colorTable)
  }
}

extension AudioFields {
  /// The highest sample rate that 16.16 fixed point can hold.
  private static let highestFixedRate = 65535.0

  /// Writes ISO's audio sample entry. A rate beyond 16 bits is written as 0: the codec's own configuration states it.
  func writeISO(to box: inout ByteWriter) {
    box.zeros(8)
    box.u16(UInt16(clamping: channels))
    box.u16(UInt16(clamping: bitsPerSample))
    box.zeros(4)
    box.u32(rateField)
  }

  /// The value of the field for the rate.
  private var rateField: UInt32 {
    if hasWholeRate { return UInt32(exactly: sampleRate.rounded()) ?? 0 }
    return (0...Self.highestFixedRate).contains(sampleRate) ? UInt32((sampleRate * 65536).rounded()) : 0
  }

  /// Returns the lowest version that can express everything: 2 beyond 16 bits and stereo, 1 if packets or extensions
  /// must be described, otherwise 0.
  private func soundVersion(isCompressed: Bool, hasExtensions: Bool) -> Version {
    if let version { return version }
    if sampleRate > Self.highestFixedRate || (!isCompressed && (formatFlags != 0 || channels > 2)) { return .two }
    return hasExtensions ? .one : .zero
  }

  /// Writes QuickTime's sound description (QuickTime File Format, "Sound sample description", versions 0, 1 and 2).
  func writeSound(to box: inout ByteWriter, isCompressed: Bool, hasExtensions: Bool) {
    let version = soundVersion(isCompressed: isCompressed, hasExtensions: hasExtensions)
    box.u16(version.rawValue)
    box.zeros(6)
    switch version {
    case .zero, .one:
      // An entry with a stated version was read from a file. It has all numbers of that version, and is written
      // unchanged.
      let isStated = self.version != nil
      box.u16(UInt16(clamping: channels))
      box.u16(UInt16(clamping: bitsPerSample))
      box.i16(isCompressed && version == .one && !isStated ? -2 : compressionID)
      box.u16(0)
      box.u32(rateField)
      guard version == .one else { return }
      if isStated {
        for number in [framesPerPacket, bytesPerChannelPacket, bytesPerFrame, bytesPerSample] {
          box.u32(UInt32(clamping: number))
        }
        return
      }
      let sampleBytes = isCompressed ? bytesPerSample : (bitsPerSample + 7) / 8
      box.u32(UInt32(clamping: isCompressed ? framesPerPacket : max(1, framesPerPacket)))
      box.u32(UInt32(clamping: isCompressed ? bytesPerChannelPacket : sampleBytes))
      box.u32(UInt32(clamping: isCompressed ? bytesPerFrame : sampleBytes * channels))
      box.u32(UInt32(clamping: sampleBytes))
    case .two:
      // These are fixed numbers that make older readers refuse the entry.
      box.u16(3)
      box.u16(16)
      box.i16(-2)
      box.u16(0)
      box.u32(0x1_0000)
      box.u32(72)
      box.double(sampleRate)
      box.u32(UInt32(clamping: channels))
      box.u32(0x7F00_0000)
      box.u32(UInt32(clamping: isCompressed && self.version == nil ? 0 : bitsPerSample))
      box.u32(formatFlags)
      box.u32(UInt32(clamping: bytesPerPacket))
      box.u32(UInt32(clamping: framesPerPacket))
    }
  }
}

extension TimecodeFields {
  func write(to box: inout ByteWriter) {
    box.zeros(4)
    box.u32(flags.rawValue)
    box.u32(timeScale)
    box.u32(frameDuration)
    box.u8(framesPerSecond)
    box.u8(0)
  }
}
