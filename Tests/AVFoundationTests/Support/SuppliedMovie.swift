import AVFoundation
import Synchronization
import TestSupport

/// A delegate that supplies one file from memory, as it is told to.
final class SuppliedMovie: NSObject, AVAssetResourceLoaderDelegate, Sendable {
  enum Manner: Sendable {
    /// All that is asked for, in parts of so many bytes.
    case parts(Int)
    /// Everything from the start, since no ranges are known.
    case wholeFile
    /// Says neither how long it is nor that ranges are known.
    case unknownLength
    /// Does not take the request.
    case refusal
    /// Takes requests, and answers none of those behind the first ones.
    case silence(after: Int)
    /// Answers with an error behind the first requests.
    case failure(after: Int)
    /// Takes requests and lets go of them, behind the first ones.
    case forgetting(after: Int)
    /// Gives all that is asked for, so many seconds later.
    case late(Double)
    /// Ends each request when so many of its bytes are out.
    case atMost(Int)
    /// Ends each request when so many bytes of the file are out.
    case cut(at: Int)
    /// All that is asked for, up to some bytes of the file: they come with `giveHeld()`.
    case held(Range<Int>)
  }

  /// What the failing one says.
  static let failure = NSError(domain: "SuppliedMovie", code: 7)

  struct State {
    var requests: [Request] = []
    var pending: [AVAssetResourceLoadingRequest] = []
    var cancelled: [Range<Int64>] = []
    var renewals = 0
    var isReleased = false
    var wasOnQueue = true
    var waiters: [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  struct Request: Sendable {
    let range: Range<Int64>
    let asksForInformation: Bool
    let field: String?
    let url: URL?
  }

  private let bytes: Data
  private let manner: Manner
  private let renewalDate: Date?
  let queue = DispatchQueue(label: "supplied-movie")
  private static let key = DispatchSpecificKey<Bool>()
  private let state = Mutex(State())

  init(_ bytes: Data, _ manner: Manner = .parts(10_000), renewalDate: Date? = nil) {
    self.bytes = bytes
    self.manner = manner
    self.renewalDate = renewalDate
    super.init()
    queue.setSpecific(key: Self.key, value: true)
  }

  /// An asset that this delegate supplies.
  func asset(_ url: String = "memory://host/some%20movie.mov?token=1%2F2") -> AVURLAsset {
    let asset = AVURLAsset(url: URL(string: url)!)
    asset.resourceLoader.setDelegate(self, queue: queue)
    return asset
  }

  var requests: [Request] { state.withLock { $0.requests } }
  var cancelled: [Range<Int64>] { state.withLock { $0.cancelled } }
  var renewals: Int { state.withLock { $0.renewals } }
  var wasOnQueue: Bool { state.withLock { $0.wasOnQueue } }
  var pending: [AVAssetResourceLoadingRequest] { state.withLock { $0.pending } }

  /// Waits for what the delegate is told.
  func wait(until isMet: @escaping @Sendable (State) -> Bool) async throws {
    try await boundedTask { [self] in
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        change { $0.waiters.append((isMet, continuation)) }
      }
    }
  }

  private func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
    let (value, waiters) = state.withLock { state in
      let value = body(&state)
      let now = state
      let met = now.waiters.filter { $0.isMet(now) }.map(\.continuation)
      state.waiters.removeAll { $0.isMet(now) }
      return (value, met)
    }
    for waiter in waiters { waiter.resume() }
    return value
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool {
    change { $0.renewals += 1 }
    return answer(renewalRequest)
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool {
    answer(loadingRequest)
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {
    change { state in
      state.cancelled.append(loadingRequest.range)
      state.pending.removeAll { $0 === loadingRequest }
      state.wasOnQueue = state.wasOnQueue && DispatchQueue.getSpecific(key: Self.key) == true
    }
  }

  /// Gives what was held.
  func giveHeld() {
    queue.async { [self] in
      let held = change { state in
        defer { (state.pending, state.isReleased) = ([], true) }
        return state.pending
      }
      for request in held {
        supply(request, upTo: bytes.count)
        request.finishLoading()
      }
    }
  }

  private func answer(_ request: AVAssetResourceLoadingRequest) -> Bool {
    let count = change { state in
      state.wasOnQueue = state.wasOnQueue && DispatchQueue.getSpecific(key: Self.key) == true
      state.requests.append(
        Request(
          range: request.range, asksForInformation: request.contentInformationRequest != nil,
          field: request.request.value(forHTTPHeaderField: "range"), url: request.request.url))
      return state.requests.count
    }
    if case .refusal = manner { return false }
    if let information = request.contentInformationRequest {
      information.contentType = AVFileType.mov.rawValue
      information.renewalDate = renewalDate
      if case .unknownLength = manner {} else { information.contentLength = Int64(bytes.count) }
      switch manner {
      case .wholeFile, .unknownLength: break
      default: information.isByteRangeAccessSupported = true
      }
    }
    switch manner {
    case .silence(let limit) where count > limit:
      change { $0.pending.append(request) }
      return true
    case .failure(let limit) where count > limit:
      request.finishLoading(with: Self.failure)
      return true
    case .forgetting(let limit) where count > limit: return true
    case .held(let range) where isHeld(request, range):
      supply(request, upTo: range.lowerBound)
      change { $0.pending.append(request) }
      return true
    case .late(let seconds):
      queue.asyncAfter(deadline: .now() + seconds) { [self] in
        supply(request, upTo: bytes.count)
        request.finishLoading()
      }
      return true
    default: break
    }
    switch manner {
    case .cut(let place): supply(request, upTo: place)
    case .atMost(let count): supply(request, upTo: min(bytes.count, Int(request.range.lowerBound) + count))
    default: supply(request, upTo: bytes.count)
    }
    request.finishLoading()
    return true
  }

  private func isHeld(_ request: AVAssetResourceLoadingRequest, _ bytes: Range<Int>) -> Bool {
    let wanted = request.range
    let isHeld = wanted.lowerBound < Int64(bytes.upperBound) && wanted.upperBound > Int64(bytes.lowerBound)
    return isHeld && !state.withLock { $0.isReleased }
  }

  private func supply(_ request: AVAssetResourceLoadingRequest, upTo end: Int) {
    guard let wanted = request.dataRequest else { return }
    let size = if case .parts(let size) = manner { size } else { bytes.count }
    while wanted.currentOffset < min(Int64(end), request.range.upperBound) {
      let start = Int(wanted.currentOffset)
      let limit = min(end, Int(request.range.upperBound))
      wanted.respond(with: bytes[start..<min(limit, start + size)])
    }
  }
}

extension AVAssetResourceLoadingRequest {
  /// The bytes that are asked for.
  fileprivate var range: Range<Int64> {
    guard let dataRequest else { return 0..<0 }
    let start = dataRequest.requestedOffset
    return start..<(dataRequest.requestsAllDataToEndOfResource ? .max : start + Int64(dataRequest.requestedLength))
  }
}
