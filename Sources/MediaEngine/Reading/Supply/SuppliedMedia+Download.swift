import MediaInterop
import MediaSupport

// The bytes of a supplier, kept for all readers.
extension SuppliedMedia: DownloadOrigin {
  /// The patience, which is `nil`: only the supplier knows whether another attempt is useful, so its failure is an
  /// error at once.
  var patience: Double? { nil }

  func ask(
    for range: Range<Int64>, of version: StrongValidator?, _ cancellation: Cancellation
  ) throws(MediaError) -> any DownloadAnswer {
    let bytes = SuppliedRanges(of: self, try information(cancellation), cancellation, upTo: range.upperBound)
    return SuppliedAnswer(bytes, from: range.lowerBound)
  }
}

/// The bytes of a supplied resource from an offset on.
private final class SuppliedAnswer: DownloadAnswer {
  private let bytes: SuppliedRanges
  private var place: Int64

  init(_ bytes: SuppliedRanges, from start: Int64) { (self.bytes, place) = (bytes, start) }

  var byteCount: Int64? { bytes.byteCount }
  var end: Int64? { nil }
  var acceptsRanges: Bool { bytes.isSeekable }
  var version: StrongValidator? { nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    let count = try bytes.read(into: buffer, at: place)
    place += Int64(count)
    return count
  }
}
