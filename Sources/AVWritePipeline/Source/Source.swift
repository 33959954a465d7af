internal import AVFoundation

/// An opened input: the asset and its facts.
struct Source: Sendable {
  let input: InputFile
  /// The asset that says everything about the input but its samples.
  let asset: AVURLAsset
  /// The asset that samples are read from: `asset`, or a composition whose tracks have the same identifiers.
  var media: AVAsset
  var facts: SourceFacts
  var chapters: [AVTimedMetadataGroup]
  /// The reasons why tracks of several inputs cannot be copied, empty for one input.
  let seams: JoinedTracks
  /// The inputs that follow each other, beginning with this one. The list is empty for a single input.
  let joined: [Source]
  /// The files whose tracks outputs may have beside the input's.
  var added: [AddedFile] = []
  /// The pictures that are drawn over those of outputs.
  var overlayImages = OverlayImages()
  /// The sound that another machine has encoded for the output; nil where there is none.
  var storedSound: StoredSound?
  /// The speed at which the source is shown, which `media`, `facts` and `chapters` have already. Nil is its own.
  var speed: SpeedFactor?
  /// The facts at the source's own speed, or nil if `facts` are these.
  var original: SourceFacts?

  /// The facts that the ledger accounts for.
  var accountedFacts: SourceFacts { original ?? facts }

  /// - Parameters:
  ///   - input: a file that was found already.
  ///   - spoolFolder: the folder in which what can be read only once is spooled.
  ///   - imageRate: the number of images of a sequence that are shown in a second.
  ///   - readsPictures: true if pictures are read for the facts that they alone state.
  ///   - access: the access to servers, whose end ends the opening too.
  ///   - check: a closure that is called now and then while a pipe is read, and at the end; its error ends the opening.
  /// - Throws: `JobError` of exit 65, 66 or 67, of 64 for a sequence without a rate, or of 73 or 74 for the spool.
  init(
    _ input: InputFile, spoolFolder: String, imageRate: FrameRate? = nil, readsPictures: Bool = true,
    through access: ServerAccess = ServerAccess(), continuing check: () throws(JobError) -> Void = {}
  ) throws(JobError) {
    var input = input
    try input.makeSeekable(spoolingIn: spoolFolder, asking: access, continuing: check)
    self.input = input
    if input.byteCount == 0 { throw JobError(.inputNotMedia, "\(input.name): is empty") }
    asset = try Self.asset(of: input, imageRate, access)
    do {
      // The reason why an asset cannot be read is only known to a reader.
      _ = try AVAssetReader(asset: asset)
    } catch {
      throw JobError(reading: error, of: input.name)
    }
    media = asset
    facts = SourceFacts(asset, byteCount: input.byteCount, readsPictures: readsPictures)
    chapters = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: [])
    (seams, joined) = (JoinedTracks(), [])
    // Facts that were read behind the end of the access to a server are not the file's.
    try check()
  }

  /// Creates the source of several inputs that follow each other.
  ///
  /// - Parameters:
  ///   - sources: the inputs. The first one says everything but the samples.
  ///   - media: the samples of all inputs.
  init(
    _ sources: [Source], media: AVAsset, facts: SourceFacts, chapters: [AVTimedMetadataGroup], seams: JoinedTracks
  ) {
    (input, asset, joined) = (sources[0].input, sources[0].asset, sources)
    (self.media, self.facts, self.chapters, self.seams) = (media, facts, chapters, seams)
  }

  private static func asset(
    of input: InputFile, _ imageRate: FrameRate?, _ access: ServerAccess
  ) throws(JobError) -> AVURLAsset {
    guard let images = input.images else { return access.asset(at: input.url) }
    guard let imageRate else {
      throw JobError(
        .usage, "\(input.name): a sequence of images has no frame rate of its own",
        hint: "give the pictures per second with --frame-rate, which transcode, batch and thumbnails have")
    }
    return AVURLAsset(images: images.files, frameDuration: CMTime(imageRate.frameDuration))
  }
}
