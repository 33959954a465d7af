import MediaInterop

extension ReadingContext {
  /// A new decoder of the track's packets.
  ///
  /// - Throws: `MediaError`: there is no decoder, or it does not take the stream's configuration.
  func decoder(threads: Int) throws -> any PacketDecoder {
    try opener.decoder(
      stream.parameters, timeBase: stream.timeBase, threads: threads, options: stream.parameters.codec.decoderOptions)
  }
}

extension CodecID {
  /// The options with which a coding is decoded. AC-3's decoder fills bits that were not coded with noise: made from the
  /// frame's own bytes it is the same wherever decoding begins.
  var decoderOptions: [String: String] { self == .ac3 || self == .eac3 ? ["cons_noisegen": "1"] : [:] }
}
