internal import AVFoundation

/// An opened input: the asset and what it says of itself.
struct Source {
  let input: InputFile
  let asset: AVURLAsset
  let facts: SourceFacts

  /// - Parameters:
  ///   - input: a file that was looked at.
  ///   - spoolFolder: where a pipe is spooled.
  ///   - imageRate: how many images of a sequence are shown in a second.
  ///   - check: called now and then while a pipe is read; what it throws ends that.
  /// - Throws: `JobError` of exit 65, 66 or 67, of 64 for a sequence without a rate, or of 73 or 74 for the spool.
  init(
    _ input: InputFile, spoolFolder: String, imageRate: FrameRate? = nil,
    continuing check: () throws(JobError) -> Void = {}
  ) throws(JobError) {
    var input = input
    try input.makeSeekable(spoolingIn: spoolFolder, continuing: check)
    self.input = input
    asset = try Self.asset(of: input, imageRate)
    do {
      // A reader is the one place where an asset that cannot be read says why.
      _ = try AVAssetReader(asset: asset)
    } catch {
      throw JobError(reading: error, of: input.name)
    }
    facts = SourceFacts(asset, byteCount: input.byteCount)
  }

  private static func asset(of input: InputFile, _ imageRate: FrameRate?) throws(JobError) -> AVURLAsset {
    guard let images = input.images else { return AVURLAsset(url: input.url) }
    guard let imageRate else {
      throw JobError(
        .usage, "\(input.name): a sequence of images has no times of its own",
        hint: "--frame-rate says how many are shown in a second")
    }
    return AVURLAsset(images: images.files, frameDuration: CMTime(imageRate.frameDuration))
  }

  /// Why a container does not take tracks as they are, by their identifiers.
  func refusals(of container: Container) -> [Int32: String] {
    asset.tracks.reduce(into: [:]) { refusals, track in
      refusals[track.trackID] = track.format.flatMap { container.fileType.refusal(ofCopying: $0) }
    }
  }

  /// Refuses a plan that copies what its container cannot carry.
  ///
  /// - Throws: `JobError` of exit 69.
  func requireCopies(of plan: Plan) throws(JobError) {
    let refusals = refusals(of: plan.container)
    for track in plan.tracks where track.action == .copy {
      guard let refusal = refusals[track.source.id] else { continue }
      throw JobError(.containerUnsupported, "\(input.name): \(track.source.title) cannot be copied: \(refusal)")
    }
  }
}
