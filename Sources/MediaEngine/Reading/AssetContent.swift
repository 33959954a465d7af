package import CoreMedia
package import MediaInterop

/// The content of an asset: a file's media, or a composition of other media.
///
/// It is examined step by step, when its values are first asked for. Any thread; the first caller of a step performs
/// it, and the others wait.
package protocol AssetContent: AnyObject, Sendable {
  associatedtype Information: AssetInformation

  /// Returns what the content states about itself as a whole. Once known, it is returned at once, even during reading.
  ///
  /// - Throws: `MediaError` of stage `.opening`; `.cancelled` after `cancel()`.
  func header() throws -> SourceHeader

  /// Returns the content's tracks. Once known, they are returned at once.
  ///
  /// - Parameter cancellation: the cancellation that ends this call alone, with `.cancelled`; `cancel()` does not. It is
  ///   `nil` for none.
  /// - Throws: as `header()`.
  func load(_ cancellation: Cancellation?) throws -> Information

  /// Makes the current step, and those that wait for it, end soon with an error. The error is not remembered.
  func cancel()

  /// Returns the result of a step, or the result that it is certain to have. It is `nil` if that is not known without
  /// reading. Does not wait.
  func outcome(of step: SourceStep) -> Result<Void, any Error>?

  /// Returns a cursor among a track's samples. It is `nil` if the start does not exist or there is no table of samples.
  func cursor(in track: SourceTrack, at start: SampleCursor.Start) -> SampleCursor?

  /// An unchanging copy of the content as it is now. It is the content itself if that never changes.
  var frozen: any AssetContent { get }

  /// The same content for playing: bytes from a server or from a client's code are kept, so that they are fetched once.
  var played: any AssetContent { get }

  /// The download that provides the bytes. It is `nil` if they are not kept.
  var download: Download? { get }

  /// A Boolean value that says whether a reader is waiting for bytes from a server or from a client.
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

/// The readers that belong to one reading of an asset.
package protocol AssetSession: AnyObject, Sendable {
  /// Makes a reader of one track. All readers of a session are made before the first is read.
  ///
  /// - Parameter isRandomAccess: a Boolean value that says whether the reader will be reset to other ranges.
  /// - Throws: `MediaError`: the track cannot be read, or the output cannot be made from it.
  func reader(
    of track: SourceTrack, output: TrackReader.Output, timeRange: CMTimeRange, isRandomAccess: Bool
  ) throws -> any SampleReader

  /// Makes a reader of the pictures of a range, in their decoder's own format, which shares nothing with the other
  /// readers. Damage ends its reading, even if the session leaves damaged media out. Any thread, at any time.
  ///
  /// - Parameter notes: collects the problems that do not stop reading.
  /// - Throws: as `reader(of:output:timeRange:isRandomAccess:)`.
  func pictures(
    of track: SourceTrack, _ request: PictureRequest, in timeRange: CMTimeRange, _ notes: ReadingNotes
  ) throws -> any SampleReader

  /// Returns the time ranges that a track's samples cover, as far as the container's index states them.
  ///
  /// - Throws: `MediaError`: the file cannot be read.
  func indexedStretches(of track: SourceTrack) throws -> [CMTimeRange]

  /// Makes blocking reads, and blocking opening, end soon. Any thread; does not wait.
  func cancel()

  /// Makes readers that wait for a server's bytes, now or later, fail with `cancelled` until `resume()`, so that they
  /// can be reset to another range. Any thread; does not wait.
  func interrupt()

  /// Allows readers to wait for a server's bytes again. Any thread; does not wait.
  func resume()
}

extension AssetSession {
  package func indexedStretches(of track: SourceTrack) throws -> [CMTimeRange] { [] }
}
