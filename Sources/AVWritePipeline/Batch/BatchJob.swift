/// One job of a batch.
public struct BatchJob: Sendable, Hashable {
  public var description: JobDescription
  /// Why it cannot be done, where that is known before.
  public var refusal: JobError?
  /// Where its outputs lie that are in folders as the inputs are; the batch makes those that are missing.
  public var folders: Set<String> = []
  /// The folder in which its input was found; nil where the input was named itself.
  public var root: String?

  public init(_ description: JobDescription) { self.description = description }

  /// One output of every input.
  public struct Output: Sendable, Hashable {
    public var naming: OutputNaming
    /// Its path, which is not the naming's then.
    public var path: String?
    /// What is wanted of it, whatever its name.
    public var rendition: Rendition

    public init(_ naming: OutputNaming, _ rendition: Rendition) {
      self.naming = naming
      self.rendition = rendition
    }

    /// A movie, unless there are no pictures, or are to be none.
    private func container(for input: BatchInput) -> Container {
      let isSound = rendition.video.codec == VideoChoice.Codec.none || MediaNames.areOfSound(input.path)
      return rendition.format ?? (isSound ? .m4a : .mp4)
    }

    fileprivate func rendition(of input: BatchInput, below shared: SharedFolder) -> Rendition {
      var rendition = rendition
      rendition.output = path ?? naming.output(of: input, below: shared, container(for: input))
      return rendition
    }
  }

  /// The job that makes all outputs of an input, from one reading.
  ///
  /// - Parameters:
  ///   - shared: the folder that all inputs share.
  ///   - job: what else is wanted; its input and its renditions are not looked at.
  public init(_ input: BatchInput, below shared: SharedFolder, outputs: [Output], like job: JobDescription) {
    description = job
    description.input = input.path
    description.renditions = outputs.map { $0.rendition(of: input, below: shared) }
    refusal = input.refusal
    folders = Set(outputs.compactMap { $0.path == nil ? $0.naming.folder : nil })
    root = input.root
    if input.path == "-" {
      refusal = JobError(.usage, "the standard input is no input of a batch", hint: "avwrite transcode - OUT reads it")
    }
  }
}
