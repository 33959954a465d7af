public import Foundation

extension AVAssetResourceLoadingRequest {
  /// The parts of a `URLRequest` that a delegate reads. Linux has that type only together with all of URL loading.
  public struct Request: Hashable, Sendable {
    /// The resource's URL.
    public let url: URL?
    /// The header fields: `Range`, as a server would be asked (RFC 9110, 14.2).
    public let allHTTPHeaderFields: [String: String]?
    /// The method: `GET`.
    public var httpMethod: String? { "GET" }

    init(url: URL, range: AVAssetResourceLoadingDataRequest) {
      self.url = url
      let (start, count) = (range.requestedOffset, Int64(range.requestedLength))
      let last = range.requestsAllDataToEndOfResource ? "" : String(start + count - 1)
      allHTTPHeaderFields = ["Range": "bytes=\(start)-\(last)"]
    }

    /// The value of a header field, whatever the case of its name.
    public func value(forHTTPHeaderField field: String) -> String? {
      allHTTPHeaderFields?.first { $0.key.caseInsensitiveCompare(field) == .orderedSame }?.value
    }
  }
}
