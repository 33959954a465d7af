internal import AVFoundation

/// The sharing of the encoding of a plan's pictures among the processors.
extension Source {
  /// The duration above which pictures are encoded in segments unasked, in seconds. It does not depend on the machine,
  /// so that each makes the same file.
  private static let longestInOnePart = 60.0

  /// Lets the pictures be encoded in segments if that is asked for, or is the default for their duration.
  ///
  /// - Throws: `JobError` of exit 64 where it is asked for and cannot be done.
  func split(_ plan: inout Plan, _ rendition: Rendition, of job: JobDescription) throws(JobError) {
    let wish = rendition.video.parallelism ?? .automatic
    if wish == .frame { return }
    // Passes of a single encoder encode fewer pictures. So, in several passes, segments are used only if they are asked
    // for.
    if wish == .automatic, (plan.seconds(of: facts) ?? 0) <= Self.longestInOnePart || plan.makesPasses { return }
    let split = plan.split
    if let reason = reasonAgainstSplitting(split, rendition, of: job) {
      if wish == .automatic { return }
      throw JobError(.usage, "\(rendition.name): --parallel segment is not possible: \(reason)")
    }
    plan = split
  }

  /// Returns the reason why pictures cannot be encoded in segments, or nil if they can.
  ///
  /// - Parameter plan: the plan with all of them in segments.
  private func reasonAgainstSplitting(_ plan: Plan, _ rendition: Rendition, of job: JobDescription) -> String? {
    if job.renditions.count > 1 { return "there are several outputs" }
    if rendition.isStream { return "an output to the standard output cannot be resumed" }
    if job.isRealTime { return "--real-time reads the source only once" }
    if job.damagePolicy == .salvage { return "--on-damage salvage reads the source only once" }
    if input.identity == nil || input.images != nil || !joined.isEmpty { return "the input is not a single file" }
    let encoded = plan.tracks.compactMap { track -> (TrackPlan, VideoEncoding)? in
      if case .encodeVideo(let encoding) = track.action { (track, encoding) } else { nil }
    }
    guard encoded.count == 1, let (track, encoding) = encoded.first else {
      return "it needs exactly one encoded video track, and there are \(encoded.count)"
    }
    if encoding.makesPasses {
      if encoding.compression.maximumBitRate != nil { return "--max-bitrate goes through all pictures" }
      if plan.targetSize != nil, !plan.hasExactOverhead {
        return "the tables of \(plan.container.rawValue) are as long as the file makes them"
      }
      if let track = plan.trackOfUnknownSize {
        return "the size of \(track.source.title) is not known before the file is written"
      }
    }
    if encoding.frameRate != nil { return "--frame-rate changes the times of pictures" }
    if speed != nil { return "--speed-factor changes the times of pictures" }
    if encoding.isDeinterlaced { return "--deinterlace needs neighbouring pictures" }
    guard let source = try? mediaTrack(track.source),
      AVAssetReaderEncodedTrackOutput.canEncode(
        videoSettings: encoding.settings, of: source, performsMultiPassEncoding: encoding.makesPasses)
    else {
      return "it needs H.264 at constant quality or in several passes, and an input with an index and at most one edit"
    }
    return nil
  }
}

extension Plan {
  /// The plan with all pictures that are encoded in segments.
  fileprivate var split: Plan {
    var plan = self
    for index in tracks.indices {
      guard case .encodeVideo(var encoding) = tracks[index].action else { continue }
      encoding.isSplit = true
      plan.tracks[index].action = .encodeVideo(encoding)
    }
    return plan
  }
}
