package import CoreMedia
import Foundation
package import MediaInterop
package import MediaSupport
import MovieFile
import Synchronization

/// A media file or resource, read step by step as its values are asked for.
///
/// Making a source reads nothing. Any thread; the first caller of a step reads, and the others wait.
package final class AssetSource: AssetContent {
  /// The number of seconds that a server may be silent before reading from it fails.
  package static let usualTimeout = NetworkOptions.usualTimeout

  package let url: URL
  private let mediaSource: MediaSource
  /// The source of the same file that does not keep bytes. It is `nil` unless this source keeps them.
  private let unkept: AssetSource?
  /// The source of the same file that keeps bytes, while it is being played.
  private let kept = Mutex(Kept())
  package let download: Download?
  package var isLocal: Bool { url.isFileURL }
  package var isAwaited: Bool {
    if case .supplied(let resource) = mediaSource { resource.isAwaited } else { false }
  }
  let opener: any MediaOpener = LibraryOpener()
  /// The results that are known already. The lock is held only to look them up.
  private let results = Mutex(Results())
  /// A Boolean value that says whether a step is being done.
  private let isReading = Mutex(false)
  /// The wait of those who would do a step while another is being done.
  private let turns = Condition()
  /// The calls that do a step, or wait until another is done.
  let calls = OngoingCalls()
  private let damages = Mutex<[Int32: MediaError?]>([:])
  /// The sample indices that cursors share, by track.
  let indices = Mutex<[Int32: SampleIndex]>([:])

  /// The remembered results, including failures, but no cancellations.
  private struct Results {
    var header: Result<SourceHeader, any Error>?
    var information: Result<SourceInformation, any Error>?

    /// Returns the results for the same bytes in another location. Failures are left out, since they may depend on the
    /// location.
    func reading(from source: MediaSource) -> Results {
      var results = self
      if case .failure = header { results.header = nil }
      results.information = (try? information?.get()).map { information in
        var information = information
        information.probe.source = source
        return .success(information)
      }
      return results
    }
  }

  private struct Kept {
    weak var source: AssetSource?
  }

  /// - Parameters:
  ///   - timeout: the number of seconds that a server may be silent.
  ///   - userAgent: the client's name in requests to a server; `nil` for the library's own.
  ///   - requests: the group of requests that this source's requests are cancelled with; `nil` for none.
  package convenience init(
    url: URL, timeout: Double = AssetSource.usualTimeout, userAgent: String? = nil, requests: ServerRequests? = nil
  ) {
    self.init(
      url: url,
      url.isFileURL
        ? .file(url.path)
        : .network(
          url.address,
          NetworkOptions(timeout: timeout, userAgent: userAgent, cancellation: requests?.cancellation)))
  }

  /// Returns whether the bytes of a URL can be read without the client's code.
  package static func canOpen(_ url: URL) -> Bool {
    ["file", "http", "https"].contains(url.scheme?.lowercased())
  }

  /// Makes a source of a resource whose bytes are supplied by the client's code.
  package convenience init(url: URL, suppliedBy resource: any SuppliedResource) {
    self.init(url: url, .supplied(resource))
  }

  /// Makes a source of the part of a local movie file that is complete when the file is first opened. More fragments
  /// may be added to the file later.
  convenience init(completePartOf url: URL) { self.init(url: url, .supplied(CompletePart(of: url.path))) }

  private init(url: URL, _ mediaSource: MediaSource) {
    self.url = url
    self.mediaSource = mediaSource
    (unkept, download) = (nil, nil)
  }

  private init(keeping source: AssetSource, _ download: Download) {
    url = source.url
    mediaSource = .supplied(download)
    (unkept, self.download) = (source, download)
    let known = source.results.withLock { $0 }
    results.withLock { $0 = known.reading(from: mediaSource) }
  }

  deinit { download?.end() }

  package var played: any AssetContent {
    kept.withLock { kept in
      if let source = kept.source { return source }
      guard let download = makeDownload() else { return self }
      let source = AssetSource(keeping: self, download)
      kept.source = source
      return source
    }
  }

  /// Makes a download of the bytes. It is `nil` if they are local, or kept already.
  private func makeDownload() -> Download? {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
    switch mediaSource {
    case .network(let url, let options): return Download(url, options, folder: folder)
    case .supplied(let resource): return (resource as? SuppliedMedia).map { Download($0, folder: folder) }
    case .file, .images: return nil
    }
  }

  /// Makes a source from picture files, in the order in which they are shown.
  ///
  /// - Parameter frameDuration: the time for which each is shown: a positive time of 31 bits.
  package convenience init(images urls: [URL], frameDuration: CMTime) {
    let rate = Rational(frameDuration.timescale, Int32(clamping: frameDuration.value))
    self.init(
      url: urls.first ?? URL(fileURLWithPath: "/"), .images(urls.map(\.path), framesPerSecond: rate))
  }

  /// The path or URL, for messages.
  package var name: String { mediaSource.name }

  /// Returns what the container states about itself as a whole. Once known, it is returned at once, even during
  /// reading.
  ///
  /// - Throws: `MediaError` of stage `.opening`; `.cancelled` after `cancel()`.
  package func header() throws -> SourceHeader {
    if let known = results.withLock({ $0.header }) { return try known.get() }
    return try perform(nil, readHeader)
  }

  /// Returns the tracks and properties of the source. Once known, they are returned at once.
  ///
  /// - Throws: `MediaError` of stage `.opening`; `.cancelled` by the caller's own cancellation, or else after `cancel()`.
  package func load(_ cancellation: Cancellation?) throws -> SourceInformation {
    if let known = results.withLock({ $0.information }) { return try known.get() }
    return try perform(cancellation, readInformation)
  }

  package func makeSession(onDamage treatment: DamageTreatment) -> any AssetSession {
    ReadingSession(source: self, onDamage: treatment)
  }

  /// Lets the current step, and those that wait for it, end soon, with an error that is not remembered.
  package func cancel() { calls.cancelAll() }

  /// Returns the result of a step, or the result that it is certain to have, as for a missing file. It is `nil` if that
  /// is not known without reading. Does not wait.
  package func outcome(of step: SourceStep) -> Result<Void, any Error>? {
    let known = results.withLock { $0 }
    if known.header == nil, let error = unavailability {
      results.withLock { $0.header = $0.header ?? .failure(error) }
      return .failure(error)
    }
    if case .failure(let error) = known.header { return .failure(error) }
    switch step {
    case .header: return known.header.map { $0.map { _ in } }
    case .streams: return known.information.map { $0.map { _ in } }
    }
  }

  /// Returns the error that makes a track unreadable: its configuration is damaged, or its movie's tables contradict
  /// each other or state impossible times. Otherwise, in a truncated file, it is the error of the first missing sample,
  /// of kind `truncatedContainer`: the samples before it can be read. It is `nil` for an intact track.
  ///
  /// The first call examines every entry of the tables.
  package func damage(of track: SourceTrack, in information: SourceInformation) -> MediaError? {
    damages.withLock { damages in
      if let known = damages[track.trackID] { return known }
      let found = information.damage(of: track, by: opener)?.adding(path: name, trackID: track.trackID)
      damages.updateValue(found, forKey: track.trackID)
      return found
    }
  }

  /// The reason why a file cannot be opened.
  private var unavailability: MediaError? {
    guard case .file(let path) = mediaSource else { return nil }
    do {
      _ = try FileSource(path: path)
      return nil
    } catch let error as MediaError where !error.isOfPipe {
      return error
    } catch {
      return nil
    }
  }

  /// Does a step, in its turn.
  ///
  /// - Parameter caller: the caller's own cancellation; `nil` for none.
  private func perform<Value: Sendable>(
    _ caller: Cancellation?, _ step: (Cancellation) throws -> Value
  ) throws -> Value {
    try calls.perform(caller) { cancellation in
      try beginReading(cancellation)
      defer { endReading() }
      return try step(cancellation)
    }
  }

  /// Waits until nobody else does a step.
  ///
  /// - Throws: `MediaError(.cancelled)`: nothing was begun.
  private func beginReading(_ cancellation: Cancellation) throws(MediaError) {
    var hasBegun = false
    cancellation.waking { [turns] in
      turns.signalAll()
    } during: {
      turns.wait {
        guard calls.mayWait(cancellation) else { return true }
        hasBegun = isReading.withLock { isReading in
          defer { isReading = true }
          return !isReading
        }
        return hasBegun
      }
    }
    if !hasBegun { throw MediaError(.cancelled, .opening, "opening was cancelled", path: name) }
  }

  private func endReading() {
    isReading.withLock { $0 = false }
    turns.signalAll()
  }

  private func readHeader(_ cancellation: Cancellation) throws -> SourceHeader {
    if let known = results.withLock({ $0.header }) { return try known.get() }
    let header = Result {
      if let movie = try Movie.read(mediaSource, cancellation: cancellation) { return SourceHeader(movie) }
      // For the header of a container that is no movie, its streams must be examined.
      let information = try SourceInformation(of: mediaSource, movie: nil, by: opener, cancellation: cancellation)
      results.withLock { $0.information = .success(information) }
      return SourceHeader(information)
    }
    if !header.isCancelled { results.withLock { $0.header = header } }
    share()
    return try header.get()
  }

  private func readInformation(_ cancellation: Cancellation) throws -> SourceInformation {
    let header = try readHeader(cancellation)
    if let known = results.withLock({ $0.information }) { return try known.get() }
    let information = Result {
      try SourceInformation(of: mediaSource, movie: header.movie, by: opener, cancellation: cancellation)
    }
    if !information.isCancelled { results.withLock { $0.information = information } }
    share()
    return try information.get()
  }

  /// Passes the results for kept bytes on to the source whose bytes are not kept.
  private func share() {
    guard let unkept else { return }
    let known = results.withLock { $0 }.reading(from: unkept.mediaSource)
    unkept.results.withLock { results in
      (results.header, results.information) = (results.header ?? known.header, results.information ?? known.information)
    }
  }
}
