public import CoreMedia
import MediaEngine
import Synchronization

/// Movie fragments: a file that plays as far as it was written; settable until writing starts (AW-15).
extension AVAssetWriter {
  /// The interval at which movie fragments are written. With `.invalid`, the default, an ordinary movie is written
  /// (AW-60).
  ///
  /// With a positive number the file is written at `outputURL` itself, and the part that is left when writing is
  /// interrupted plays to its last complete fragment. A fragment is also written whenever 16 MiB of media are held. A
  /// finished QuickTime movie has no fragments any more, unless it is optimized for network use; MPEG-4 files keep
  /// theirs. Only movie files have fragments; others ignore this. Intervals below 10 s cost speed on external storage
  /// (AW-65).
  public var movieFragmentInterval: CMTime {
    get { state.withLock { $0.fragments.interval } }
    set { configure { $0.fragments.interval = newValue } }
  }

  /// The interval of the first fragment. With `.invalid`, the default, it is the same as that of the others (AW-61).
  /// With a short one, the file can be played soon after writing begins.
  public var initialMovieFragmentInterval: CMTime {
    get { state.withLock { $0.fragments.initialInterval } }
    set { configure { $0.fragments.initialInterval = newValue } }
  }

  /// The number of the first fragment or segment; 1 by default (AW-16). Where fragments of several writers are joined,
  /// their numbers must rise through all of them.
  public var initialMovieFragmentSequenceNumber: Int {
    get { state.withLock { Int($0.fragments.firstSequenceNumber) } }
    set {
      guard newValue >= 1, let number = UInt32(exactly: newValue) else {
        raise(.invalidArgument, "initialMovieFragmentSequenceNumber must be at least 1, and 32 bits long")
      }
      configure { $0.fragments.firstSequenceNumber = number }
    }
  }

  /// A Boolean value that says whether fragments can be joined with those of other writers into one stream: their times
  /// do not depend on their own file's edit lists (AW-62). It is `false` by default.
  public var producesCombinableFragments: Bool {
    get { state.withLock { $0.fragments.isCombinable } }
    set { configure { $0.fragments.isCombinable = newValue } }
  }

  /// The expected duration of the file, which a movie in fragments states until its end is known. With `.invalid`, the
  /// default, it states none (AW-16).
  public var overallDurationHint: CMTime {
    get { state.withLock { $0.fragments.durationHint } }
    set {
      guard !newValue.isValid || newValue.isNumeric && newValue >= .zero else {
        raise(.invalidArgument, "overallDurationHint must be a number that is not negative, or invalid")
      }
      configure { $0.fragments.durationHint = newValue }
    }
  }
}

extension AVAssetWriter {
  /// The client's settings for fragments.
  struct FragmentSettings {
    var interval = CMTime.invalid
    var initialInterval = CMTime.invalid
    var firstSequenceNumber: UInt32 = 1
    var isCombinable = false
    var durationHint = CMTime.invalid

    /// The engine's configuration of fragments. It is `nil` for an ordinary movie.
    var configuration: FragmentConfiguration? {
      guard interval.isNumeric, interval > .zero else { return nil }
      var configuration = FragmentConfiguration(interval: interval)
      configuration.initialInterval = initialInterval
      configuration.firstSequenceNumber = firstSequenceNumber
      configuration.isCombinable = isCombinable
      configuration.durationHint = durationHint
      return configuration
    }
  }
}
