/// The statistics of a download since its start.
package struct TransferTotals: Equatable, Sendable {
  /// The number of requests that were sent to the server.
  package var requestCount = 0
  /// The number of bytes of the resource that came.
  package var byteCount: Int64 = 0
  /// The time in seconds that was spent waiting for bytes or receiving them.
  package var seconds = 0.0

  package init() {}

  /// The rate at which bytes come, in bits a second. It is 0 before any came.
  package var bitRate: Double { seconds > 0 ? Double(byteCount) * 8 / seconds : 0 }
}
