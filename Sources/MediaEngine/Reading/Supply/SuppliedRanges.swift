import MediaInterop
import MediaSupport

/// Requests one range after the other from a supplier, as a reader progresses through the resource. The ranges grow
/// while the reader continues without a jump, unless the reader states how far it reads. A resource without ranges is
/// requested once, as a whole.
///
/// A supplier may send fewer bytes than requested, as a server may (RFC 9110, 15.3.7): the rest is then requested.
final class SuppliedRanges: SuppliedBytes {
  let byteCount: Int64?
  let isSeekable: Bool
  private let media: SuppliedMedia
  private let cancellation: Cancellation
  /// The end of the wanted bytes. It is `nil` if the reader does not know how far it reads.
  private let wantedEnd: Int64?
  private var request: SupplyRequest?
  /// The offset of the next byte of the request.
  private var place: Int64 = 0
  private var nextCount = smallestCount

  /// The number of bytes that are requested after a jump: enough for the index of a short movie, and few to discard at
  /// the next jump.
  private static let smallestCount: Int64 = 64 << 10
  /// The greatest number of bytes that are requested at once. They are held in memory, together with bytes that a
  /// supplier sends without a request.
  private static let largestCount: Int64 = 4 << 20

  /// - Parameter end: the offset behind the last byte that is read; `nil` if it is not known.
  init(
    of media: SuppliedMedia, _ information: SupplyInformation, _ cancellation: Cancellation,
    upTo end: Int64? = nil
  ) {
    self.media = media
    wantedEnd = end
    self.cancellation = cancellation
    byteCount = information.byteCount
    isSeekable = information.isSeekable
  }

  deinit { request?.withdraw() }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
    if let byteCount, offset >= byteCount { return 0 }
    var current = try request(at: offset)
    while true {
      let request = current
      let count = try cancellation.waking { [request, cancellation] in
        // An interrupted reader may return to the same offset, so its request is kept until it reads at another one.
        if cancellation.isCancelled { request.withdraw() } else { request.wake() }
      } during: { () throws(MediaError) in
        try request.read(into: buffer, cancellation)
      }
      place += Int64(count)
      // An end without a known length is the end of the resource.
      if count > 0 || byteCount == nil { return count }
      guard isSeekable, place > request.offset else {
        throw MediaError(
          .inputOutput, .demuxing, "the bytes from \(place) on were not supplied, of \(byteCount ?? 0)",
          path: media.name)
      }
      current = try ask(at: offset)
    }
  }

  /// Returns the request for the bytes at an offset. After a jump, and after the end of the last request, it is a new
  /// one.
  private func request(at offset: Int64) throws(MediaError) -> SupplyRequest {
    if let request, place == offset, request.count.map({ offset < request.offset + $0 }) ?? true { return request }
    return try ask(at: offset)
  }

  private func ask(at offset: Int64) throws(MediaError) -> SupplyRequest {
    nextCount = place == offset && request != nil ? min(nextCount * 2, Self.largestCount) : Self.smallestCount
    request?.withdraw()
    // A withdrawn request must not be used again if the information cannot be read.
    request = nil
    try media.information(cancellation)
    let count = isSeekable ? min(wantedEnd.map { $0 - offset } ?? nextCount, (byteCount ?? .max) - offset) : nil
    let next = media.ask(SupplyRequest(.bytes, offset: offset, count: count))
    request = next
    place = offset
    return next
  }
}
