internal import Glibc

/// One transcoding job, as a value: the input, the outputs and their settings.
public struct JobDescription: Sendable, Hashable, Codable {
  /// The path of the input, or `-` for the standard input.
  public var input: String
  /// The outputs, at least one. All are made from one reading of the input.
  public var renditions: [Rendition]
  public var time = TimeSelection()
  /// The edit that keeps samples as they are, or nil if the input is transcoded.
  public var edit: CopyingEdit?
  /// A Boolean value that says whether the source is read at its own pace, and pictures that come while an encoder is
  /// busy are dropped.
  public var isRealTime = false
  public var damagePolicy = DamagePolicy.fail
  /// The folder in which the standard input is spooled. If it is nil, it is the folder of the first output.
  public var temporaryDirectory: String?

  public init(input: String, renditions: [Rendition]) {
    self.input = input
    self.renditions = renditions
  }

  /// The paths of all inputs, in the order in which they are shown.
  public var inputs: [String] { if case .join(let others) = edit { [input] + others } else { [input] } }

  /// The paths of the files whose tracks are added to outputs, each once.
  var addedPaths: [String] {
    var paths: [String] = []
    for path in renditions.flatMap(\.additions).map(\.path) where !paths.contains(path) { paths.append(path) }
    return paths
  }

  /// The paths of all files that the job reads: its inputs, what is added to outputs, and what describes them. No job
  /// writes to one of them.
  package var readPaths: [String] { inputs + contentPaths + renditions.flatMap(\.describingPaths) }

  /// The paths of the files whose contents go into outputs beside the inputs'.
  private var contentPaths: [String] {
    let settings = renditions.map(\.settings)
    let pictures = settings.flatMap { $0.video.edits.overlays.map(\.path) }
    let metadata = settings.flatMap { [$0.metadata.cover, $0.metadata.chapters].compactMap(\.self) }
    return addedPaths + pictures + metadata
  }

  /// The path of a pipe whose content goes into outputs beside the inputs', and can be read only once; nil without one.
  var addedPipe: String? { contentPaths.first { stat(path: $0, followingLinks: true)?.isPipe == true } }

  /// Refuses such a pipe where its content would have to be read more than once.
  ///
  /// - Parameter reason: the rest of the sentence after "is a pipe, and".
  /// - Throws: `JobError` of exit 66.
  func refuseAddedPipe(because reason: String) throws(JobError) {
    guard let pipe = addedPipe else { return }
    throw JobError(.inputUnreadable, "\(pipe): is a pipe, and \(reason)", hint: "copy it to a file first")
  }

  /// The identities of the files that the job reads, as far as they are files of this machine that have a name.
  var readIdentities: [FileIdentity] {
    readPaths.flatMap { InputFile.identities(of: $0) }
  }

  /// The paths of the files that the job makes.
  package var outputPaths: [String] { renditions.filter { !$0.isStream }.map(\.output) }

  /// A Boolean value that says whether the input is cut to the picture without encoding all of it.
  var isCut: Bool { if case .cut = edit { true } else { false } }

  /// Applies the first output's removal of locations and of metadata to all other outputs that do not set it
  /// themselves: a user who removes these facts from one file does not want to publish them in another.
  public mutating func sharePrivacy() {
    guard let first = renditions.first?.metadata else { return }
    for index in renditions.indices.dropFirst() {
      renditions[index].metadata.isStripped = renditions[index].metadata.isStripped ?? first.isStripped
      renditions[index].metadata.isLocationStripped =
        renditions[index].metadata.isLocationStripped ?? first.isLocationStripped
    }
  }

  /// The images of a sequence that are shown in a second: the frame rate of the first rendition that sets one.
  var imageRate: FrameRate? { renditions.lazy.compactMap(\.video.frameRate).first }

  public init(input: String, output: String) {
    self.init(input: input, renditions: [Rendition(output: output)])
  }
}
