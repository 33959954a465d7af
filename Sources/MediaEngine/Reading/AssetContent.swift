package import CoreMedia
package import MediaInterop

/// The content of an asset: a file's media, or a composition of other media.
///
/// It is looked into step by step, as its values are asked for. Any thread; the first caller of a step does it, the
/// others wait.
package protocol AssetContent: AnyObject, Sendable {
  associatedtype Information: AssetInformation

  /// Returns what the content says of itself as a whole. It is at hand once it is known, whatever is being read.
  ///
  /// - Throws: `MediaError` of stage `.opening`; `.cancelled` after `cancel()`.
  func header() throws -> SourceHeader

  /// Returns the content's tracks. They are at hand once they are known.
  ///
  /// - Parameter cancellation: the cancellation that ends this call alone, with `.cancelled`; `cancel()` does not. It is
  ///   `nil` for none.
  /// - Throws: as `header()`.
  func load(_ cancellation: Cancellation?) throws -> Information

  /// Lets the current step, and those that wait for it, end soon, with an error that is not remembered.
  func cancel()

  /// Returns how a step ended, or will end for sure; `nil` where that is not known without reading. Does not wait.
  func outcome(of step: SourceStep) -> Result<Void, any Error>?

  /// Returns a cursor among a track's samples; `nil` where there is no such place, or no table of samples.
  func cursor(in track: SourceTrack, at start: SampleCursor.Start) -> SampleCursor?

  /// The content as it is now, which does not change any more. It is the content itself, where that never changes.
  var frozen: any AssetContent { get }

  /// The same content for playing: what comes from a server, or from a client's code, is kept, so that it comes once.
  var played: any AssetContent { get }

  /// The download that the bytes come from. It is `nil` where they are not kept.
  var download: Download? { get }

  /// A Boolean value that says whether a reader waits for bytes of a server or of a client.
  var isAwaited: Bool { get }

  /// A Boolean value that says whether all of the media is in files, so that reading it waits for nobody else.
  var isLocal: Bool { get }

  /// Makes a session that reads the media.
  ///
  /// - Parameter treatment: the treatment of damaged media.
  func makeSession(onDamage treatment: DamageTreatment) -> any AssetSession
}

extension AssetContent {
  package var frozen: any AssetContent { self }
  package var played: any AssetContent { self }
  package var download: Download? { nil }
  package var isAwaited: Bool { false }

  /// Returns the content's tracks. They are at hand once they are known.
  ///
  /// - Throws: as `header()`.
  package func load() throws -> Information { try load(nil) }

  /// Does a step, where it is not done.
  ///
  /// - Throws: as `header()` and `load()`.
  package func read(_ step: SourceStep) throws {
    switch step {
    case .header: _ = try header()
    case .streams: _ = try load()
    }
  }
}

/// The readers of one reading of an asset.
package protocol AssetSession: AnyObject, Sendable {
  /// Makes a reader of one track. All readers of a session are made before the first is read.
  ///
  /// - Parameter isRandomAccess: a Boolean value that says whether the reader will be told to read other ranges.
  /// - Throws: `MediaError`: the track cannot be read, or the output cannot be made from it.
  func reader(
    of track: SourceTrack, output: TrackReader.Output, timeRange: CMTimeRange, isRandomAccess: Bool
  ) throws -> any SampleReader

  /// Makes a reader of the pictures of a range, in their decoder's own format, which shares nothing with the other
  /// readers. Damage ends it, also in a session that leaves it out. Any thread, at any time.
  ///
  /// - Parameter notes: gathers the problems that do not stop reading.
  /// - Throws: as `reader(of:output:timeRange:isRandomAccess:)`.
  func pictures(
    of track: SourceTrack, _ request: PictureRequest, in timeRange: CMTimeRange, _ notes: ReadingNotes
  ) throws -> any SampleReader

  /// Returns the stretches of time of a track's samples, as far as the container's index states them.
  ///
  /// - Throws: `MediaError`: the file cannot be read.
  func indexedStretches(of track: SourceTrack) throws -> [CMTimeRange]

  /// Lets blocking reads end soon, and blocking opening too. Any thread; does not wait.
  func cancel()

  /// Lets readers that wait for a server's bytes, or would, end with `cancelled` until `resume()`: they can be sent
  /// elsewhere then. Any thread; does not wait.
  func interrupt()

  /// Lets its readers wait for a server's bytes again. Any thread; does not wait.
  func resume()
}

extension AssetSession {
  package func indexedStretches(of track: SourceTrack) throws -> [CMTimeRange] { [] }
}
