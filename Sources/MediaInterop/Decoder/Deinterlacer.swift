internal import CFFmpeg
package import MediaSupport

/// Makes whole pictures of interlaced ones: the owner of one filter of libavfilter's, `bwdif`.
///
/// One picture comes out for each that goes in, with its time; those that are not interlaced are left alone. It looks at
/// the picture behind, so that each comes out one later. Use it from one thread at a time.
package final class Deinterlacer {
  private var filter: OpaquePointer?
  /// What the filter was made for.
  private var input = ""
  private let timeBase: TimeBase

  /// One picture a frame, the fields' order as each frame says, only frames that are marked as interlaced.
  private static let options = "mode=send_frame:parity=auto:deint=interlaced"

  /// - Parameter timeBase: of the frames.
  package init(timeBase: TimeBase) {
    self.timeBase = timeBase
    LiveObjects.increment()
  }

  deinit {
    cff_filter_close(filter)
    LiveObjects.decrement()
  }

  /// Takes a picture.
  ///
  /// - Returns: those that are done: those before a change of size or format too.
  /// - Throws: `decoderNotFound` where libavfilter is not there, `unsupportedSettings` for a format it does not take.
  package func add(_ frame: Frame) throws(MediaError) -> [Frame] {
    var done: [Frame] = []
    let description = description(of: frame)
    if description != input || filter == nil {
      done = try drain()
      try open(description)
    }
    let copy = try frame.timedCopy()
    try check(cff_filter_send(filter, copy.pointer), .unsupportedSettings, .processing, "cannot deinterlace")
    return done + (try received())
  }

  /// What is held back, after the last picture.
  package func drain() throws(MediaError) -> [Frame] {
    guard filter != nil else { return [] }
    try check(cff_filter_send(filter, nil), .unsupportedSettings, .processing, "cannot deinterlace")
    let rest = try received()
    cff_filter_close(filter)
    filter = nil
    return rest
  }

  private func open(_ description: String) throws(MediaError) {
    let code = cff_filter_open(&filter, description, "bwdif", Self.options)
    if code == CFF_FILTER_MISSING {
      throw MediaError(
        .decoderNotFound, .processing,
        "deinterlacing needs libavfilter 8 (Debian's libavfilter8), which is not installed")
    }
    try check(code, .unsupportedSettings, .processing, "pictures of this format cannot be deinterlaced")
    input = description
  }

  private func description(of frame: Frame) -> String {
    let picture = frame.pointer.pointee
    return "video_size=\(picture.width)x\(picture.height):pix_fmt=\(picture.format)"
      + ":time_base=\(timeBase.numerator)/\(timeBase.denominator):pixel_aspect=1/1"
  }

  private func received() throws(MediaError) -> [Frame] {
    var frames: [Frame] = []
    while true {
      let frame = try Frame(timeBase: timeBase)
      let progress = try checkProgress(
        cff_filter_receive(filter, frame.pointer), .unsupportedSettings, .processing, "cannot deinterlace")
      guard progress == .done else { return frames }
      frames.append(frame)
    }
  }
}

extension Frame {
  /// The same picture, whose time also survives a filter that counts in other ticks.
  fileprivate func timedCopy() throws(MediaError) -> Frame {
    let copy = try Frame(timeBase: timeBase)
    try check(av_frame_ref(copy.pointer, pointer), .outOfMemory, .processing, "cannot refer to a picture")
    copy.pointer.pointee.best_effort_timestamp = pts ?? cff_no_pts
    copy.pointer.pointee.pts = pts ?? cff_no_pts
    return copy
  }
}
