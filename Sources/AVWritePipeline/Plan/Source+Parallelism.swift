internal import AVFoundation

/// The sharing of the encoding of a plan's pictures among the processors.
extension Source {
  /// The duration above which pictures are encoded in segments unasked, in seconds. It does not depend on the machine,
  /// so that each makes the same file.
  private static let longestInOnePart = 60.0

  /// Lets the pictures be encoded in segments where that is asked for, or is usual for their duration.
  ///
  /// - Throws: `JobError` of exit 64 where it is asked for and cannot be done.
  func split(_ plan: inout Plan, _ rendition: Rendition, of job: JobDescription) throws(JobError) {
    let wish = rendition.video.parallelism ?? .automatic
    if wish == .frame { return }
    if wish == .automatic, (plan.seconds(of: facts) ?? 0) <= Self.longestInOnePart { return }
    if let reason = reasonAgainstSplitting(plan, rendition, of: job) {
      if wish == .automatic { return }
      throw JobError(.usage, "\(rendition.output): --parallel segment is not possible: \(reason)")
    }
    for index in plan.tracks.indices {
      guard case .encodeVideo(var encoding) = plan.tracks[index].action else { continue }
      encoding.isSplit = true
      plan.tracks[index].action = .encodeVideo(encoding)
    }
  }

  /// Returns the reason why pictures cannot be encoded in segments; nil where they can.
  private func reasonAgainstSplitting(_ plan: Plan, _ rendition: Rendition, of job: JobDescription) -> String? {
    if job.renditions.count > 1 { return "there are several outputs" }
    if rendition.isStream { return "an output to the standard output cannot be resumed" }
    if job.isRealTime { return "--real-time reads the source only once" }
    if job.damagePolicy == .salvage { return "--on-damage salvage reads the source only once" }
    if input.identity == nil || input.images != nil { return "the input is not a single file" }
    let encoded = plan.tracks.compactMap { track -> (TrackPlan, VideoEncoding)? in
      if case .encodeVideo(let encoding) = track.action { (track, encoding) } else { nil }
    }
    guard encoded.count == 1, let (track, encoding) = encoded.first else {
      return "it needs exactly one encoded video track, and there are \(encoded.count)"
    }
    if encoding.makesPasses { return "encoding in several passes needs all pictures together" }
    if encoding.frameRate != nil { return "--frame-rate changes the times of pictures" }
    if speed != nil { return "--speed-factor changes the times of pictures" }
    if encoding.isDeinterlaced { return "--deinterlace needs neighbouring pictures" }
    guard let source = try? assetTrack(track.source),
      AVAssetReaderEncodedTrackOutput.canEncode(videoSettings: encoding.settings, of: source)
    else { return "it needs H.264 at constant quality, and an input with an index and at most one edit" }
    return nil
  }
}
