internal import CFFmpeg
package import MediaSupport

/// A decoded picture or a stretch of decoded audio: the owner of one `AVFrame`, unchanged after it was received.
///
/// `picture` and `audio` borrow its memory without a copy and keep it alive.
package final class Frame: @unchecked Sendable {
  // Sendable: one decoder fills it before it is passed on, and it does not change after that.

  let pointer: UnsafeMutablePointer<AVFrame>
  /// The unit of `pts` and `duration`: the stream's.
  package let timeBase: TimeBase

  /// Makes an empty frame for a decoder to fill.
  init(timeBase: TimeBase) throws(MediaError) {
    guard let frame = av_frame_alloc() else { throw .outOfMemory(.decoding) }
    pointer = frame
    self.timeBase = timeBase
    LiveObjects.increment()
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
    LiveObjects.decrement()
  }

  /// The presentation time: the packet's, or else the library's guess from the packets' decode times; `nil` if there is
  /// neither.
  package var pts: Int64? {
    let time = keepsPacketTime ? pointer.pointee.pts : cff_no_pts
    let given = time == cff_no_pts ? pointer.pointee.best_effort_timestamp : time
    if given == cff_no_pts { return nil }
    if trimStart == 0 { return given }
    let samples = TimeBase(ticksPerSecond: max(1, pointer.pointee.sample_rate))
    return given &+ samples.rescale(Int64(trimStart), to: timeBase)
  }

  /// The number of inaudible samples at the start; `trimEnd` is that at the end. Together they are at most all of the
  /// frame's.
  var trimStart = 0
  var trimEnd = 0

  /// See `Decoder.keepsPacketTimes`.
  var keepsPacketTime = false

  /// The duration; zero where unknown.
  package var duration: Int64 { max(0, cff_frame_duration(pointer)) }

  package var isKeyFrame: Bool { cff_frame_is_key(pointer) }

  /// A Boolean value that says whether the decoder concealed errors in it, or a reference of it was missing.
  ///
  /// With threads, the frame may be returned before the flags are set: only `Decoder.takeComplaint` is reliable.
  package var hasErrorFlags: Bool {
    pointer.pointee.decode_error_flags != 0 || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }
}
