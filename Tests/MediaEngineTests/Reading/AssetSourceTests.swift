import CoreMedia
import Dispatch
import Foundation
import MediaInterop
import MediaSupport
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

/// Steps of a source that several threads ask for.
@Suite struct AssetSourceTests {
  /// Never answers.
  private final class SilentSupplier: MediaSupplier {
    let requests = Mutex<[SupplyRequest]>([])

    func ask(_ request: SupplyRequest) -> @Sendable () -> Void {
      requests.withLock { $0.append(request) }
      return {}
    }
  }

  private static func source(of supplier: SilentSupplier) throws -> AssetSource {
    let url = try #require(URL(string: "silent://somewhere"))
    return AssetSource(url: url, suppliedBy: SuppliedMedia(name: "somewhere", supplier: supplier))
  }

  /// A call on a thread of its own, and how it ended.
  private final class Call: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Void) {
      Thread.detachNewThread { [self] in
        let result = Result { try body() }
        self.result.withLock { $0 = result }
        end.signal()
      }
    }

    var hasEnded: Bool { result.withLock { $0 != nil } }

    /// Waits for the end.
    func error() -> MediaError? {
      end.wait()
      guard case .failure(let error) = result.withLock({ $0 }) else { return nil }
      return error as? MediaError
    }
  }

  /// Waits for what nobody tells.
  private static func wait(until isSo: () -> Bool) { while !isSo() { Thread.sleep(forTimeInterval: 0.001) } }

  @Test func `who waits for another's step can leave it to the other`() async throws {
    try await bounded(by: 60) {
      let supplier = SilentSupplier()
      let source = try Self.source(of: supplier)
      let first = Call { _ = try source.load() }
      Self.wait { supplier.requests.withLock { $0.count } == 1 }
      let cancellation = Cancellation()
      let second = Call { _ = try source.load(cancellation) }
      Self.wait { source.calls.cancellations.withLock { $0.count } == 2 }
      cancellation.cancel()
      #expect(second.error()?.kind == .cancelled)
      #expect(throws: MediaError.self) { _ = try source.load(cancellation) }
      #expect(!first.hasEnded && supplier.requests.withLock { $0.count } == 1)
      source.cancel()
      #expect(first.error()?.kind == .cancelled)
    }
  }

  @Test func `a step that is cancelled for all begins again for who has a cancellation of its own`() async throws {
    try await bounded(by: 60) {
      let supplier = SilentSupplier()
      let source = try Self.source(of: supplier)
      let cancellation = Cancellation()
      let call = Call { _ = try source.load(cancellation) }
      Self.wait { supplier.requests.withLock { $0.count } == 1 }
      source.cancel()
      Self.wait { supplier.requests.withLock { $0.count } == 2 }
      cancellation.cancel()
      #expect(call.error()?.kind == .cancelled && source.calls.cancellations.withLock { $0.isEmpty })
    }
  }

  @Test func `PL-21: an item that has ended waits for nothing, also where it begins to after that`() async throws {
    try await bounded(by: 60) {
      let supplier = SilentSupplier()
      let source = try Self.source(of: supplier)
      let (item, other) = (Self.item(of: source), Self.item(of: source))
      let waiting = Call { _ = try other.content.load() }
      Self.wait { supplier.requests.withLock { $0.count } == 1 }
      item.end()
      let error = #expect(throws: MediaError.self) { _ = try item.content.load() }
      #expect(error?.kind == .cancelled)
      // Other items of the content wait on.
      #expect(!waiting.hasEnded && supplier.requests.withLock { $0.count } == 1)
      other.end()
      #expect(waiting.error()?.kind == .cancelled)
    }
  }

  /// An item that is not begun.
  private static func item(of source: AssetSource) -> PlayingItem {
    PlayingItem(source.played, device: MixingDevice.shared) { _ in }
  }

  @Test func `a composition that is cancelled waits no more for its media, and who else waits for that waits on`()
    async throws
  {
    try await bounded(by: 60) {
      let supplier = SilentSupplier()
      let source = try Self.source(of: supplier)
      let (composition, _) = Self.composition(of: source)
      let other = Call { _ = try source.load() }
      Self.wait { supplier.requests.withLock { $0.count } == 1 }
      let call = Call { _ = try composition.load() }
      Self.wait { source.calls.cancellations.withLock { $0.count } == 2 }
      composition.cancel()
      #expect(call.error()?.kind == .cancelled)
      #expect(!other.hasEnded && supplier.requests.withLock { $0.count } == 1)
      source.cancel()
      #expect(other.error()?.kind == .cancelled)
    }
  }

  @Test func `a session of a composition that is cancelled waits no more for media that is not open`() async throws {
    try await bounded(by: 60) {
      let supplier = SilentSupplier()
      let (composition, track) = Self.composition(of: try Self.source(of: supplier))
      let session = composition.makeSession(onDamage: .endsReading)
      let call = Call {
        let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
        _ = try session.reader(of: track, output: .packets, timeRange: all, isRandomAccess: false)
      }
      Self.wait { supplier.requests.withLock { $0.count } == 1 }
      session.cancel()
      #expect(call.error()?.kind == .cancelled)
    }
  }

  /// A composition of a track of a source, and its own track.
  private static func composition(of source: AssetSource) -> (Composition, SourceTrack) {
    let composition = Composition()
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    let media = ComposedMedia(source, trackID: 1, url: nil)
    let segment = CompositionMap<ComposedMedia>.Segment(media: media, source: second, target: second)
    let trackID = composition.addTrack(.video, preferredTrackID: 1)
    composition.edit(trackID) { $0.map.insert([segment], at: .zero) }
    return (composition, SourceTrack(CompositionTrack(trackID: trackID, mediaType: .video)))
  }

  @Test func `those who wait for another's step are cancelled with it`() async throws {
    try await bounded {
      let supplier = SilentSupplier()
      let source = try Self.source(of: supplier)
      let errors = Mutex<[MediaError.Kind?]>([])
      let group = DispatchGroup()
      for _ in 0..<3 {
        group.enter()
        Thread.detachNewThread {
          let result = Result { try source.load() }
          if case .failure(let error) = result {
            errors.withLock { $0.append((error as? MediaError)?.kind) }
          }
          group.leave()
        }
      }
      while source.calls.cancellations.withLock({ $0.count }) < 3 || supplier.requests.withLock({ $0.isEmpty }) {
        // Nobody tells when a caller begins to wait.
        Thread.sleep(forTimeInterval: 0.001)
      }
      source.cancel()
      group.wait()
      #expect(errors.withLock { $0 } == [.cancelled, .cancelled, .cancelled])
      #expect(supplier.requests.withLock { $0.count } == 1)
      #expect(source.calls.cancellations.withLock { $0.isEmpty })
    }
  }
}
