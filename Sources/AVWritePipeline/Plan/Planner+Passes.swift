/// Encoding in several passes: the jobs that allow it, and the size that is left for the pictures.
extension Planner {
  /// - Throws: `JobError` of exit 64 where the source cannot be read more than once, or of exit 69.
  func requirePasses(of plan: Plan) throws(JobError) {
    guard rendition.video.makesPasses else { return }
    let options = "--multi-pass, --target-size and --target-ssim"
    if job.isRealTime { throw JobError(.usage, "\(options) read the source several times, which --real-time cannot") }
    if job.renditions.count > 1 { throw JobError(.usage, "\(options) need a single output, without --also") }
    if rendition.isStream { throw JobError(.usage, "\(options) need a file as output, not the standard output") }
    guard plan.makesPasses else {
      throw JobError(
        .settingsUnsupported, "\(job.input): no track is encoded as H.264, which \(options) need",
        hint: "give --video-codec h264")
    }
  }

  /// Sets the average bit rate of the first pass. The other passes use exactly the bytes that are left.
  ///
  /// - Throws: `JobError` of exit 69 where the duration of the source is not known, or where the pictures would get
  ///   nothing, or more than they may have.
  func setTargetSize(of plan: inout Plan) throws(JobError) {
    guard let size = rendition.video.compression.targetSize else { return }
    guard let seconds = plan.seconds(of: source), seconds > 0 else {
      throw JobError(.settingsUnsupported, "\(job.input): --target-size needs a source of known duration")
    }
    let pictures = plan.tracks.indices.filter { plan.tracks[$0].action.makesPasses }
    guard pictures.count == 1, let track = pictures.first, case .encodeVideo(var encoding) = plan.tracks[track].action
    else {
      throw JobError(.usage, "--target-size needs exactly one encoded video track, and there are \(pictures.count)")
    }
    let others = plan.tracks.reduce(0) { $0 + $1.expectedBitsPerSecond }
    let samples = plan.samplesSize(of: Double(size.bytes), seconds: seconds)
    let rate = samples * 8 / seconds - others
    guard rate >= Self.lowestBitRate else {
      throw JobError(
        .settingsUnsupported, "\(rendition.name): --target-size leaves no room for video beside the other tracks",
        hint: "lower --audio-bitrate, or choose a larger size")
    }
    if let most = encoding.compression.maximumBitRate.map({ Double($0.bitsPerSecond) }), rate > most {
      throw JobError(
        .settingsUnsupported,
        "\(rendition.name): --target-size needs \(Int(rate / 1000)) kb/s of video, more than --max-bitrate allows",
        hint: "\(Int(Double(size.bytes) - (rate - most) * seconds / 8)) bytes is the largest size that can be reached")
    }
    encoding.compression.rateControl = .averageBitRate(BitRate(bitsPerSecond: Int(min(rate, Self.highestBitRate))))
    plan.tracks[track].action = .encodeVideo(encoding)
    plan.targetSize = size
  }

  /// The lowest bit rate of pictures that any encoder takes.
  private static let lowestBitRate = 1000.0
  /// The highest bit rate that fits x264's 32 bits of kilobits and their products.
  private static let highestBitRate = 2_000_000_000.0
}
