import MediaInterop
import MediaSupport

/// Asks a supplier for one range after the other, as a reader goes through the resource. The ranges grow while the
/// reader goes on without a jump, unless it says how far it goes. A resource without ranges is asked for once, as a
/// whole.
///
/// A supplier may give fewer bytes than it was asked for, as a server may (RFC 9110, 15.3.7): the rest is asked for.
final class SuppliedRanges: SuppliedBytes {
  let byteCount: Int64?
  let isSeekable: Bool
  private let media: SuppliedMedia
  private let cancellation: Cancellation
  /// The end of the bytes that are wanted. It is `nil` where the reader does not know how far it goes.
  private let wantedEnd: Int64?
  private var request: SupplyRequest?
  /// The offset of the byte that the request gives next.
  private var place: Int64 = 0
  private var nextCount = smallestCount

  /// The bytes that are asked for after a jump: enough for the index of a short movie, and few to throw away at the
  /// next.
  private static let smallestCount: Int64 = 64 << 10
  /// The most bytes that are asked for at once: they are held in memory, beside what a supplier gives unasked.
  private static let largestCount: Int64 = 4 << 20

  /// - Parameter end: the offset behind the last byte that is read; `nil` where nobody knows.
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
        // An interrupted reader may return to the same place, so its request is kept until it asks for another place.
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

  /// Returns the request for the bytes at an offset. It is a new one after a jump and after the last one's end.
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
