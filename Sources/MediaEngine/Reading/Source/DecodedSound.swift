import Bitstreams
import MediaInterop
import MediaSupport
import MovieFile

/// The rate and the channels that AAC decodes to if its configuration leaves them open: spectral band replication that
/// is signalled only in the stream doubles the rate, and parametric stereo makes two channels of one (ISO 14496-3,
/// 1.6.5.3).
struct DecodedSound {
  let sampleRate: Int
  let layout: ChannelLayout

  /// The highest rate of the core, in hertz, with which such signalling is used.
  private static let highestCoreRate = 24_000
  /// The number of packets that are decoded before the stream counts as one without replication: the data with which
  /// replication begins comes at least twice a second.
  private static let longestSearch = 16

  /// Decodes the start of a stream whose container was opened with its header alone.
  ///
  /// - Parameter movie: the movie that contains the stream; `nil` for other containers.
  /// - Returns: `nil` if the configuration is complete, if nothing could be decoded, and if the sound agrees with the
  ///   configuration.
  init?(
    _ stream: MediaInterop.Stream, in probe: Probe, _ movie: Movie?, by opener: any MediaOpener,
    cancellation: Cancellation
  ) {
    let timeBase = probe.streams[stream.index].timeBase
    guard !probe.wasAnalyzed, Self.isOpen(stream.parameters),
      let read = try? Self.packets(of: stream, in: probe, movie, by: opener, cancellation),
      let decoder = try? opener.decoder(stream.parameters, timeBase: timeBase, threads: 1, options: [:])
    else { return nil }
    var latest: AudioFormat?
    for _ in 0..<Self.longestSearch {
      guard let packet = try? read(), (try? decoder.send(packet)) != nil else { break }
      while case .frame(let frame)? = try? decoder.receive() { latest = frame.audioFormat ?? latest }
      if latest.map({ Self.isOther($0, than: stream.parameters) }) ?? false { break }
    }
    guard let latest, Self.isOther(latest, than: stream.parameters) else { return nil }
    sampleRate = latest.sampleRate
    layout = latest.layout
  }

  /// Returns a function that reads the next packet of the stream.
  private static func packets(
    of stream: MediaInterop.Stream, in probe: Probe, _ movie: Movie?, by opener: any MediaOpener,
    _ cancellation: Cancellation
  ) throws -> () throws -> Packet? {
    guard let movie, let track = movie.track(id: UInt32(bitPattern: stream.id)) else {
      let demuxer = try opener.demuxer(reopening: probe, options: Demuxer.Options(), cancellation: cancellation)
      demuxer.select(streams: [stream.index])
      return { try demuxer.read() }
    }
    guard track.dataReferences.allSatisfy(\.isSelfContained), track.sampleEntries.first?.protection == nil else {
      return { nil }
    }
    let media = try MovieMedia(movie, of: track, in: probe.source, readsPastDamage: false, cancellation)
    var samples = track.samples.makeIterator()
    return {
      guard let sample = samples.next() else { return nil }
      let packet = try media.packet(sample.size, at: sample.offset, sample: sample.index, stream.timeBase)
      return packet.flatMap { $0.isDamaged ? nil : $0 }
    }
  }

  private static func isOpen(_ parameters: CodecParameters) -> Bool {
    guard parameters.codec == .aac, let config = try? AudioSpecificConfig(parsing: parameters.extradata) else {
      return false
    }
    if config.hasSpectralBandReplication { return config.coreChannels == 1 && !config.hasParametricStereo }
    return config.sampleRate <= highestCoreRate && parameters.sampleRate == config.sampleRate
  }

  private static func isOther(_ decoded: AudioFormat, than parameters: CodecParameters) -> Bool {
    decoded.sampleRate == 2 * parameters.sampleRate
      || decoded.sampleRate == parameters.sampleRate && decoded.layout.count == 2 && parameters.layout.count == 1
  }
}

extension MediaInterop.Stream {
  /// Returns the stream with the rate and the channels of its decoded sound.
  func decoding(as sound: DecodedSound?) -> MediaInterop.Stream {
    guard let sound else { return self }
    var stream = self
    stream.parameters.frameSize *= sound.sampleRate / max(1, parameters.sampleRate)
    stream.parameters.sampleRate = sound.sampleRate
    stream.parameters.layout = sound.layout
    return stream
  }
}
