internal import CFFmpeg
package import MediaSupport

/// Changes the framing of encoded media without decoding it: the owner of one `AVBSFContext`.
///
/// Call `send` until it returns `false`, then `receive` until it returns `needsInput`, and so on. After the last packet
/// call `drain()`, then `receive` until `end`. Use it from one thread at a time.
package final class BitstreamFilter {
  /// The parameters of the output, whose extradata may differ from the input's.
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
  ///   does not accept, `outOfMemory`.
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
    /// There is no output before the next packet.
    case needsInput
    /// There is no more output, because the filter was drained.
    case end
  }

  /// Sends a packet, which may be released afterwards.
  ///
  /// - Returns: `false` if the filter accepts none before its output was received; the packet must then be sent again.
  /// - Throws: `damagedMedia` for a packet that cannot be parsed; the next ones may still pass.
  package func send(_ packet: Packet) throws(MediaError) -> Bool {
    // The library interprets a packet without bytes as the end of the stream, but a container may contain one.
    if packet.bytes.isEmpty { return true }
    let owner = try LibraryPacket(packet)
    defer { withExtendedLifetime(owner) {} }
    let progress = try checkProgress(
      av_bsf_send_packet(context, owner.pointer), .damagedMedia, .processing, "cannot reframe a packet")
    return progress != .again
  }

  /// Notes that no packet follows: the packets that it holds back are returned now.
  package func drain() throws(MediaError) {
    try check(av_bsf_send_packet(context, nil), .damagedMedia, .processing, "cannot reframe a packet")
  }

  /// Discards the packets that it holds back, to continue at another position.
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
