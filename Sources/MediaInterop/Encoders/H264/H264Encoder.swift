internal import CX264
import Glibc
import MediaSupport

/// Encodes pictures as H.264, with x264 itself.
///
/// Pictures are passed in in presentation order, and packets are emitted in decoding order, each complete and in MP4
/// framing (4-byte lengths, parameter sets only in `sps` and `pps`). One thread at a time; `Settings.threadCount` is
/// the number of x264's own threads. After `finish(emit:)` nothing more can be encoded. An encoder that is released
/// before that discards the packets that it holds.
package final class H264Encoder {
  /// The bit depths that this libx264 was built for.
  package static let supportedBitDepths: [Int] = [8, 10].filter { cx264_supports_bit_depth(Int32($0)) }

  package let settings: Settings
  /// The sequence parameter set, a NAL unit without its length.
  package let sps: [UInt8]
  /// The picture parameter set, a NAL unit without its length.
  package let pps: [UInt8]

  /// The number of pictures by which decoding is ahead of presentation; 0 without B pictures.
  package let reorderDelay: Int

  /// The number of pictures after a key frame at which x264 makes the next one by itself; `nil` if it never does.
  package let keyFrameLimit: Int?

  /// The approximate number of bytes that the running encoder holds.
  package let byteCount: Int

  /// x264's figures for the picture whose packet was emitted last, to be read in `emit`; `nil` if the settings do not
  /// request them.
  package private(set) var measurement: Measurement?

  /// The constant rate factor of later pictures; `nil` for another rate control.
  var rateFactor: Double?
  let encoder: OpaquePointer
  let log: X264Log
  /// x264's version SEI with its length, to be written before the first packet.
  private var prefix: [UInt8]
  private var durations: [Int64: Int64] = [:]
  private var lastPTS: Int64?
  private var isFinished = false

  /// Opens an encoder.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that cannot be honoured,
  ///   `.libraryMissing` or `.outOfMemory`.
  package init(_ settings: Settings) throws {
    try settings.validate()
    let log = X264Log()
    var parameters = try settings.parameters()
    log.attach(to: &parameters, measures: settings.measuresQuality)
    errno = 0
    guard let encoder = cx264_encoder_open(&parameters) else {
      // x264 reports a lack of memory neither to its caller nor in its log, but the allocator sets `errno`.
      if errno == ENOMEM { throw MediaError(.outOfMemory, .encoding, "x264 cannot allocate memory", code: ENOMEM) }
      throw MediaError(
        .unsupportedSettings, .encoding, "x264 refuses the H.264 settings", libraryMessage: log.lastLine)
    }
    let headers: [HeaderUnit]
    do {
      headers = try Self.headers(of: encoder, log)
    } catch {
      x264_encoder_close(encoder)
      throw error
    }
    var used = x264_param_t()
    x264_encoder_parameters(encoder, &used)
    // With a pyramid, a B picture that others refer to is held one picture longer.
    reorderDelay = used.i_bframe == 0 ? 0 : used.i_bframe_pyramid == X264_B_PYRAMID_NONE ? 1 : 2
    keyFrameLimit = used.i_keyint_max < X264_KEYINT_MAX_INFINITE ? Int(used.i_keyint_max) : nil
    byteCount = settings.byteCount(
      lookAhead: Int(used.rc.i_lookahead), references: Int(used.i_frame_reference))
    self.settings = settings
    if case .constantQuality(let factor) = settings.rateControl { rateFactor = factor }
    self.encoder = encoder
    self.log = log
    sps = headers.payload(of: NAL_SPS)
    pps = headers.payload(of: NAL_PPS)
    prefix = settings.recordsSettings ? headers.filter { $0.type == NAL_SEI }.flatMap(\.framed) : []
    LiveObjects.increment()
  }

  deinit {
    x264_encoder_close(encoder)
    LiveObjects.decrement()
  }

  /// The number of pictures that were passed in but not emitted yet.
  package var delayedFrames: Int { Int(x264_encoder_delayed_frames(encoder)) }

  /// Encodes one picture, and emits at most one packet.
  ///
  /// The picture's memory is no longer used when this returns. A packet's pts is its picture's. Decode times are also
  /// pictures' times, moved back by the reorder delay. With B pictures the first dts is therefore before the first pts,
  /// and negative if that is zero; the container's edit list or `cslg` accounts for it.
  ///
  /// - Parameters:
  ///   - pts: the time in ticks of the settings' time base, larger than the pts before.
  ///   - duration: passed on to the packet of this picture.
  ///   - forceKeyFrame: makes this picture an IDR picture; no picture that is presented before it is decoded after it.
  ///   - forbidKeyFrame: makes it a P picture, whatever its content: for the last picture of a part before another
  ///     part's IDR picture, which would have the same identity (H.264, 7.4.3).
  /// - Throws: `MediaError(.invalidOperation)` for a picture that is not of the settings' kind, a pts that does not
  ///   increase, or a finished encoder; `.encodingFailed` from x264. Also rethrows errors of `emit`.
  package func encode(
    _ picture: Picture, pts: Int64, duration: Int64 = 0, forceKeyFrame: Bool = false, forbidKeyFrame: Bool = false,
    emit: (Packet) throws -> Void
  ) throws {
    guard !isFinished else {
      throw MediaError(.invalidOperation, .encoding, "a picture follows the end of the H.264 stream")
    }
    if let lastPTS, pts <= lastPTS {
      throw MediaError(.invalidOperation, .encoding, "the picture at \(pts) does not follow the one at \(lastPTS)")
    }
    var input = x264_picture_t()
    x264_picture_init(&input)
    input.img = try image(of: picture)
    input.i_pts = pts
    input.i_type = forbidKeyFrame ? X264_TYPE_P : forceKeyFrame ? X264_TYPE_IDR : X264_TYPE_AUTO
    input.extra_sei = x264_sei_t(registering: picture.messages)
    lastPTS = pts
    durations[pts] = duration
    if let packet = try advance(&input) { try emit(packet) }
  }

  /// Ends the stream and emits every packet that is still held. Calling it again does nothing.
  package func finish(emit: (Packet) throws -> Void) throws {
    isFinished = true
    while delayedFrames > 0 {
      if let packet = try advance(nil) { try emit(packet) }
    }
  }

  /// Calls x264 once, with a picture or, at the end, without one.
  private func advance(_ input: UnsafeMutablePointer<x264_picture_t>?) throws -> Packet? {
    var output = x264_picture_t()
    var units: UnsafeMutablePointer<x264_nal_t>?
    var unitCount: Int32 = 0
    let size = x264_encoder_encode(encoder, &units, &unitCount, input, &output)
    guard size >= 0 else {
      throw MediaError(
        .encodingFailed, .encoding, "x264 could not encode a picture", code: size, libraryMessage: log.lastLine)
    }
    guard size > 0, let units, unitCount > 0, let start = units[0].p_payload else { return nil }

    // The units are contiguous in x264's memory, so one copy makes the packet.
    let storage = PacketStorage(count: prefix.count + Int(size))
    storage.bytes.copyBytes(from: prefix)
    storage.bytes[prefix.count...].copyBytes(from: UnsafeRawBufferPointer(start: start, count: Int(size)))
    prefix = []

    var packet = Packet(
      bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: output.i_pts, dts: output.i_dts,
      duration: durations.removeValue(forKey: output.i_pts) ?? 0, timeBase: settings.timeBase)
    packet.isKeyFrame = output.b_keyframe != 0
    packet.isDroppable = output.i_type == X264_TYPE_B
    if settings.measuresQuality { measurement = Measurement(output.prop) }
    return packet
  }
}
