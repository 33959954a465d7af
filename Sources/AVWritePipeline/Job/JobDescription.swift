/// One transcoding job, as a value: what is read, what is written, and what is wanted of it.
public struct JobDescription: Sendable, Hashable, Codable {
  /// A path, or `-` for the standard input.
  public var input: String
  /// The outputs, one at least: all are made from one reading of the input.
  public var renditions: [Rendition]
  public var time = TimeSelection()
  /// The source is read at its own pace, and pictures that come while an encoder is busy are dropped.
  public var isRealTime = false
  public var damagePolicy = DamagePolicy.fail
  /// Where the standard input is spooled; beside the first output when nil.
  public var temporaryDirectory: String?

  public init(input: String, renditions: [Rendition]) {
    self.input = input
    self.renditions = renditions
  }

  /// What the first output must not tell of places and of metadata no other output tells unless it says so: whoever strips
  /// one file does not mean to give the other away.
  public mutating func sharePrivacy() {
    guard let first = renditions.first?.metadata else { return }
    for index in renditions.indices.dropFirst() {
      renditions[index].metadata.isStripped = renditions[index].metadata.isStripped ?? first.isStripped
      renditions[index].metadata.isLocationStripped =
        renditions[index].metadata.isLocationStripped ?? first.isLocationStripped
    }
  }

  /// How many images of a sequence are shown in a second: what the first rendition asks for that asks for a rate.
  var imageRate: FrameRate? { renditions.lazy.compactMap(\.video.frameRate).first }

  public init(input: String, output: String) {
    self.init(input: input, renditions: [Rendition(output: output)])
  }
}
