internal import CFFmpeg
package import MediaSupport

/// Filters pictures one by one, keeping their times: the owner of a chain of libavfilter's filters.
///
/// Filters may examine later pictures, so pictures can be returned with a delay. Use it from one thread at a time.
package final class PictureFilter {
  /// A filter step for each picture.
  package enum Step: Sendable, Hashable {
    /// Deinterlaces pictures; those that are not marked as interlaced are not changed.
    case deinterlacing
    /// Turns the picture. An interlaced picture is deinterlaced first, since its fields would be side by side, or in
    /// the other order. If the sides are exchanged, components that are sampled more finely in one direction, as in
    /// 4:2:2, are first converted to the finer sampling in both.
    case turning(PictureTurn)
  }

  private var filter: OpaquePointer?
  /// The description of the filter's input, and the description of its chain.
  private var (input, work) = ("", "")
  private let timeBase: TimeBase
  private let steps: [Step]
  /// A Boolean value that says whether an interlaced picture came: from then on several pictures are examined together.
  private var hasFields = false
  /// The durations of the pictures in the chain, by their times. Filters with other ticks convert durations only from
  /// FFmpeg 6 on.
  private var durations: [Int64: Int64] = [:]

  /// - Parameters:
  ///   - steps: the steps in order: at least one.
  ///   - timeBase: the unit of the frames' times.
  package init(_ steps: [Step], timeBase: TimeBase) {
    self.steps = steps
    self.timeBase = timeBase
    LiveObjects.increment()
  }

  deinit {
    cff_filter_close(filter)
    LiveObjects.decrement()
  }

  /// Adds a picture.
  ///
  /// - Returns: The finished pictures, including those before a change of size or format.
  /// - Throws: `libraryMissing` if libavfilter is not installed, `unsupportedSettings` for a format that it does not
  ///   accept.
  package func add(_ frame: Frame) throws(MediaError) -> [Frame] {
    var done: [Frame] = []
    if cff_frame_is_interlaced(frame.pointer) { hasFields = true }
    let (description, chain) = (description(of: frame), chain)
    if (description, chain) != (input, work) || filter == nil {
      done = try drain()
      try open(description, chain)
    }
    let copy = try frame.timedCopy()
    if let time = frame.pts { durations[time] = frame.duration }
    try check(cff_filter_send(filter, copy.pointer), .unsupportedSettings, .processing, problem)
    return done + (try received())
  }

  /// Returns the pictures that are held back, after the last picture was added.
  package func drain() throws(MediaError) -> [Frame] {
    guard filter != nil else { return [] }
    try check(cff_filter_send(filter, nil), .unsupportedSettings, .processing, problem)
    let rest = try received()
    cff_filter_close(filter)
    filter = nil
    durations = [:]
    return rest
  }

  private var chain: String {
    let first: [Step] = hasFields && !steps.contains(.deinterlacing) ? [.deinterlacing] : []
    return (first + steps).map(\.filters).joined(separator: ",")
  }

  private func open(_ description: String, _ chain: String) throws(MediaError) {
    try LibraryLog.install(for: .avfilter, .processing)
    try check(cff_filter_open(&filter, description, chain), .unsupportedSettings, .processing, problem)
    (input, work) = (description, chain)
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
        cff_filter_receive(filter, frame.pointer), .unsupportedSettings, .processing, problem)
      guard progress == .done else { return frames }
      if let duration = durations.removeValue(forKey: frame.pointer.pointee.best_effort_timestamp) {
        cff_frame_set_duration(frame.pointer, duration)
      }
      frames.append(frame)
    }
  }

  private var name: String { steps.map(\.name).joined(separator: " and ") }
  private var problem: String { "\(name) is impossible for pictures of this format" }
}

extension PictureFilter.Step {
  /// libavfilter's filters of the step.
  fileprivate var filters: String {
    switch self {
    // One picture a frame, with the field order from each frame, and only frames that are marked as interlaced.
    case .deinterlacing: "bwdif=mode=send_frame:parity=auto:deint=interlaced"
    case .turning(let turn): turn.filters
    }
  }

  fileprivate var name: String {
    switch self {
    case .deinterlacing: "deinterlacing"
    case .turning: "turning"
    }
  }
}

extension PictureTurn {
  fileprivate var filters: String {
    switch (isMirrored, quarters) {
    case (false, 1): "transpose=dir=clock"
    case (false, 2): "hflip,vflip"
    case (false, 3): "transpose=dir=cclock"
    // The library turns before it mirrors, and mirrors vertically.
    case (true, 0): "hflip"
    case (true, 1): "transpose=dir=clock_flip"
    case (true, 2): "vflip"
    case (true, 3): "transpose=dir=cclock_flip"
    default: "null"
    }
  }
}

extension Frame {
  /// Returns the same picture with a time that also survives a filter with other ticks.
  fileprivate func timedCopy() throws(MediaError) -> Frame {
    let copy = try Frame(timeBase: timeBase)
    try check(av_frame_ref(copy.pointer, pointer), .outOfMemory, .processing, "cannot refer to a picture")
    copy.pointer.pointee.best_effort_timestamp = pts ?? cff_no_pts
    copy.pointer.pointee.pts = pts ?? cff_no_pts
    return copy
  }
}
