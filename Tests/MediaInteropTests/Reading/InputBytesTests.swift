import MediaInterop
import MediaSupport
import Testing

/// The bytes of inputs at any place, for readers of movies.
@Suite struct InputBytesTests {
  /// A resource whose bytes are their own offsets, and whose first read fails.
  private final class Resource: SuppliedResource, SuppliedBytes {
    let name = "supplied://offsets"
    let byteCount: Int64? = 256
    let isSeekable = true
    // Unsafe: one test reads.
    nonisolated(unsafe) private var failure: MediaError?

    init(failingWith kind: MediaError.Kind) { failure = MediaError(kind, .demuxing, "not now") }

    func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes { self }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
      if let failure {
        self.failure = nil
        throw failure
      }
      let values = (Int(offset)..<256).prefix(buffer.count).map { UInt8($0) }
      buffer.copyBytes(from: values)
      return values.count
    }
  }

  @Test(arguments: [MediaError.Kind.cancelled, .inputOutput])
  func `a read goes on behind one that was interrupted or failed`(kind: MediaError.Kind) throws {
    let bytes = try InputBytes(.supplied(Resource(failingWith: kind)))
    let error = try #require(throws: MediaError.self) { _ = try bytes.read(4, at: 100) }
    #expect(error.kind == kind)
    #expect(try bytes.read(4, at: 100) == [100, 101, 102, 103])
    #expect(try bytes.read(4, at: 254) == [254, 255])
    #expect(try bytes.read(2, at: 7) == [7, 8])
  }
}
