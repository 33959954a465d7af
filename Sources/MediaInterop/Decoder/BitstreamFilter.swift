internal import CFFmpeg
package import MediaSupport

/// Changes the framing of encoded media without decoding it: the owner of one `AVBSFContext`.
///
/// Call `send` until it answers false, then `receive` until it answers `needsInput`, and so on; after the last packet
/// `drain()`, then `receive` until `end`. Use it from one thread at a time.
package final class BitstreamFilter {
  /// The parameters of the output: its extradata may be another.
  package let parameters: CodecParameters
  /// The unit of the output's times.
  package let timeBase: TimeBase
  private let context: UnsafeMutablePointer<AVBSFContext>

  /// Sets up the filter of that name in libavcodec ("aac_adtstoasc", "h264_mp4toannexb").
  ///
  /// - Parameters:
  ///   - parameters: the parameters of the input.
  ///   - timeBase: the unit of the input's times.
  /// - Throws: `internalError` for a name that the library does not have, `damagedMedia` for parameters that the filter
  ///   does not take, `outOfMemory`.
  package init(_ name: String, _ parameters: CodecParameters, timeBase: TimeBase) throws(MediaError) {
    try LibraryLog.install(for: .avcodec, .processing)
    guard let filter = av_bsf_get_by_name(name) else {
      throw MediaError(.internalError, .processing, "the library has no bitstream filter '\(name)'")
    }
    var allocated: UnsafeMutablePointer<AVBSFContext>?
    try check(av_bsf_alloc(filter, &allocated), .outOfMemory, .processing, "cannot make the filter '\(name)'")
    context = allocated!
    LiveObjects.increment()
    do {
      let context = context
      try check(
        parameters.withCParameters { avcodec_parameters_copy(context.pointee.par_in, $0) }, .outOfMemory, .processing,
        "cannot copy parameters")
      context.pointee.time_base_in = timeBase.cValue
      try check(av_bsf_init(context), .damagedMedia, .processing, "the filter '\(name)' does not take the stream")
      self.parameters = CodecParameters(copying: context.pointee.par_out)
      self.timeBase = TimeBase(context.pointee.time_base_out) ?? timeBase
    } catch {
      BitstreamFilter.free(context)
      throw error
    }
  }

  deinit { BitstreamFilter.free(context) }

  /// The output of a filter.
  package enum Output {
    case packet(Packet)
    /// Nothing before the next packet.
    case needsInput
    /// Nothing more: it was drained.
    case end
  }

  /// Gives it a packet, which may be dropped afterwards.
  ///
  /// - Returns: false where it takes none before its output was received; the packet is to be sent again.
  /// - Throws: `damagedMedia` for a packet that it cannot parse: the next ones may still pass.
  package func send(_ packet: Packet) throws(MediaError) -> Bool {
    // The library takes a packet without bytes for the end of the stream; a container may well hold one.
    if packet.bytes.isEmpty { return true }
    let owner = try LibraryPacket(packet)
    defer { withExtendedLifetime(owner) {} }
    let progress = try checkProgress(
      av_bsf_send_packet(context, owner.pointer), .damagedMedia, .processing, "cannot reframe a packet")
    return progress != .again
  }

  /// Says that no packet follows: the packets that it holds back come out now.
  package func drain() throws(MediaError) {
    try check(av_bsf_send_packet(context, nil), .damagedMedia, .processing, "cannot reframe a packet")
  }

  /// Discards the packets that it holds back, to continue at another place.
  package func flush() { av_bsf_flush(context) }

  /// Returns the next packet.
  ///
  /// - Throws: `damagedMedia` as `send`.
  package func receive() throws(MediaError) -> Output {
    let owner = try LibraryPacket()
    let progress = try checkProgress(
      av_bsf_receive_packet(context, owner.pointer), .damagedMedia, .processing, "cannot reframe a packet")
    switch progress {
    case .again: return .needsInput
    case .end: return .end
    case .done: return .packet(owner.packet(timeBase: timeBase))
    }
  }

  private static func free(_ context: UnsafeMutablePointer<AVBSFContext>) {
    var context: UnsafeMutablePointer<AVBSFContext>? = context
    av_bsf_free(&context)
    LiveObjects.decrement()
  }
}
