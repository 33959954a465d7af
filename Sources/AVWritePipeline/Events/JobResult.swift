/// The result of a finished job.
public struct JobResult: Sendable, Hashable {
  /// One track of the output, as the output's own tables describe it and as it was checked. If they do not say how long
  /// the last picture is shown, its duration is that with which it was written.
  public struct Track: Sendable, Hashable {
    /// The identifier of the source track.
    public var source: Int32
    public var kind: TrackKind
    public var codec: String
    /// The number of pictures or packets.
    public var samples: Int
    /// The number of the source's pictures that are not in the output, because the encoder had no time for them.
    public var droppedSamples = 0
    public var start: ExactTime
    public var duration: ExactTime
  }

  /// The result of several passes, with the encoder's own figures.
  public struct Passes: Sendable, Hashable {
    public var count: Int
    public var videoBytes: Int64
    /// The mean structural similarity of all pictures, and of the worst part.
    public var ssim: Double
    public var worstSSIM: Double
    /// The size and the similarity after the first pass alone.
    public var firstVideoBytes: Int64
    public var firstSSIM: Double
    /// The number of pictures that later passes encoded again; a picture counts each time.
    public var repeatedFrames: Int
    /// A Boolean value that says whether all targets that were asked for were reached.
    public var isReached: Bool
    /// A Boolean value that says whether the target size is larger than the pictures need at the best quality.
    public var isAtBestQuality = false
  }

  /// One finished file.
  public struct Output: Sendable, Hashable {
    public var path: String
    public var bytes: Int64
    public var verification: FileChoice.Verification
    public var tracks: [Track]
    /// The parts of the source that could not be read, in the order of its tracks and of their times.
    public var losses: [Loss] = []
    public var ledger: Ledger
    /// The changes of loudness, for the tracks for which a change was asked for.
    public var levelings: [Leveling] = []

    /// The way in which the processors shared the encoding of pictures, or nil if none were encoded.
    public var parallelism: VideoChoice.Parallelism?

    /// The result of several passes, or nil if pictures were not encoded in several.
    public var passes: Passes?

    /// The exit of this output: complete, unless the passes missed their target, or part of the source is missing.
    public var exit: JobExit {
      if passes?.isReached == false { return .targetMissed }
      return losses.isEmpty && tracks.allSatisfy { $0.droppedSamples == 0 } ? .complete : .salvaged
    }
  }

  /// The finished files, in the order of the job's renditions.
  public var outputs: [Output]
  /// The processor time, in seconds.
  ///
  /// It is nil for a job that shares its process with others, such as a job of a batch: the system counts the time of
  /// encoder threads only for the whole process.
  public var processorSeconds: Double?
  /// The time that passed, in seconds.
  public var wallSeconds: Double

  /// The exit of the first output that is not complete; complete if there is none.
  public var exit: JobExit { outputs.map(\.exit).first { $0 != .complete } ?? .complete }
}
