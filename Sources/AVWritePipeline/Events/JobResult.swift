/// What a finished job made.
public struct JobResult: Sendable, Hashable {
  /// One track of the output, as its own tables say and as was checked.
  public struct Track: Sendable, Hashable {
    /// The identifier of the source track.
    public var source: Int32
    public var kind: TrackKind
    public var codec: String
    /// Pictures or packets.
    public var samples: Int
    /// Pictures of the source that are not in the output, because the encoder had no time for them.
    public var droppedSamples = 0
    public var start: ExactTime
    public var duration: ExactTime
  }

  /// What several passes came to, with the encoder's own figures.
  public struct Passes: Sendable, Hashable {
    public var count: Int
    public var videoBytes: Int64
    /// The mean structural similarity of all pictures, and of the worst part.
    public var ssim: Double
    public var worstSSIM: Double
    /// What the first pass alone came to.
    public var firstVideoBytes: Int64
    public var firstSSIM: Double
    /// How many pictures later passes encoded again, each as often as it was.
    public var repeatedFrames: Int
    /// Whether everything that was asked for was reached.
    public var isReached: Bool
    /// Whether a size was asked for that is more than the pictures need at their best.
    public var isAtBestQuality = false
  }

  /// One finished file.
  public struct Output: Sendable, Hashable {
    public var path: String
    public var bytes: Int64
    public var verification: FileChoice.Verification
    public var tracks: [Track]
    /// What of the source could not be read, in the order of its tracks and of their times.
    public var losses: [Loss] = []
    public var ledger: Ledger
    /// Of the tracks whose loudness was to change.
    public var levelings: [Leveling] = []

    /// How the processors shared the encoding of pictures; nil where none were encoded.
    public var parallelism: VideoChoice.Parallelism?

    /// Of pictures that were encoded in several passes.
    public var passes: Passes?

    /// Complete, unless something of the source was dropped on the way or could not be read.
    public var exit: JobExit {
      if passes?.isReached == false { return .targetMissed }
      return losses.isEmpty && tracks.allSatisfy { $0.droppedSamples == 0 } ? .complete : .salvaged
    }
  }

  /// In the order of the job's renditions.
  public var outputs: [Output]
  /// Seconds of processor time; nil of a job that shares its process with others, as those of a batch do: the system counts
  /// the threads of encoders for the process alone.
  public var processorSeconds: Double?
  /// Seconds of time.
  public var wallSeconds: Double

  /// Complete, unless an output is not.
  public var exit: JobExit { outputs.map(\.exit).first { $0 != .complete } ?? .complete }
}
