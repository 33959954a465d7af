import Bitstreams
import MediaSupport

extension ConfigurationDump {
  func write(_ record: ElementaryStreamDescriptor) {
    outline.field("object type", Notation.hex(record.objectType.rawValue, digits: 2))
    outline.field("stream type", record.streamType)
    if tellsBytes {
      outline.field(
        "bit rate", "average \(record.averageBitRate) maximum \(record.maximumBitRate) buffer \(record.bufferSize)")
    }
    guard !record.decoderSpecificInfo.isEmpty else { return }
    guard record.objectType == .aac else {
      if tellsBytes { outline.field("decoder configuration bytes", record.decoderSpecificInfo.count) }
      return
    }
    do { write(try AudioSpecificConfig(parsing: record.decoderSpecificInfo)) } catch { outline.damage(error) }
  }

  private func write(_ config: AudioSpecificConfig) {
    outline.field("audio object type", config.objectType.rawValue)
    outline.field("sample rate", config.sampleRate)
    outline.field("channel configuration", config.channelConfiguration)
    outline.field("channels", config.channels)
    outline.field("samples per frame", config.samplesPerFrame)
    if config.hasSpectralBandReplication {
      outline.field("spectral band replication", "to \(config.extensionSampleRate)")
    }
    if config.hasParametricStereo { outline.field("parametric stereo", true) }
  }

  func write(_ record: ALACConfiguration) {
    outline.field("sample rate", record.sampleRate)
    outline.field("channels", record.channels)
    outline.field("bit depth", record.bitDepth)
    outline.field("frame length", record.frameLength)
  }

  func write(_ record: OpusConfiguration) {
    outline.field("channels", record.channels)
    outline.field("pre-skip", record.preSkip)
    outline.field("input sample rate", record.inputSampleRate)
    outline.field("output gain", "\(record.outputGain)/256 dB")
    outline.field("mapping family", record.mappingFamily)
    if let mapping = record.mapping {
      outline.field("streams", "\(mapping.streams), \(mapping.coupledStreams) of them stereo")
      outline.field("mapping", mapping.channels.map(String.init).joined(separator: " "))
    }
  }

  func write(_ info: FLACStreamInfo) {
    outline.field("sample rate", info.sampleRate)
    outline.field("channels", info.channels)
    outline.field("bits per sample", info.bitsPerSample)
    outline.field("block size", "\(info.minimumBlockSize) to \(info.maximumBlockSize)")
    outline.field("total samples", info.totalSamples)
  }

  func write(_ record: AC3Configuration) {
    outline.field("rate code", record.rateCode)
    outline.field("channels", record.channels)
    outline.field("coding mode", record.audioCodingMode)
    outline.field("low frequency", record.hasLowFrequency)
    outline.field("bit rate code", record.bitRateCode)
  }

  func write(_ record: EAC3Configuration) {
    outline.field("data rate", record.dataRate)
    outline.field("channels", record.channels)
    outline.field("object complexity", record.objectComplexity)
    for (index, substream) in record.substreams.enumerated() {
      outline.block("substream \(index)") {
        outline.field("rate code", substream.rateCode)
        outline.field("coding mode", substream.audioCodingMode)
        outline.field("low frequency", substream.hasLowFrequency)
        outline.field("dependent substreams", substream.dependentSubstreams)
      }
    }
  }
}
