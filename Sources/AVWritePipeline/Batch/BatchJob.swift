/// One job of a batch.
public struct BatchJob: Sendable, Hashable {
  public var description: JobDescription
  /// The reason why the job cannot be done, where it is known before the job begins.
  public var refusal: JobError?
  /// The folders below which outputs lie in folders like their inputs'. The batch makes missing folders there.
  public var folders: Set<String> = []
  /// The folder in which its input was found, or nil if the input was named itself.
  public var root: String?

  public init(_ description: JobDescription) { self.description = description }

  /// One output of every input.
  public struct Output: Sendable, Hashable {
    public var naming: OutputNaming
    /// The path of the output, which replaces the path by the naming. Nil means that the naming determines the path.
    public var path: String?
    /// The settings of the output; its name is not looked at.
    public var rendition: Rendition

    public init(_ naming: OutputNaming, _ rendition: Rendition) {
      self.naming = naming
      self.rendition = rendition
    }

    /// Returns the container of an output: a movie, unless the input has no pictures or the output is to have none.
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

  /// Creates the job that makes all outputs of an input, from one reading.
  ///
  /// - Parameters:
  ///   - shared: the folder that all inputs share.
  ///   - job: all other settings; its input and its renditions are not looked at.
  public init(_ input: BatchInput, below shared: SharedFolder, outputs: [Output], like job: JobDescription) {
    description = job
    description.input = input.path
    description.renditions = outputs.map { $0.rendition(of: input, below: shared) }
    refusal = input.refusal
    folders = Set(outputs.compactMap { $0.path == nil ? $0.naming.folder : nil })
    root = input.root
    if input.path == "-" {
      refusal = JobError(
        .usage, "a batch cannot read media from the standard input", hint: "use avwrite transcode - OUT")
    }
  }
}
