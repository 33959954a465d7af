import Foundation
import MediaInterop
import MediaSupport
import Synchronization
import Testing

@testable import MediaEngine

/// Which ranges of a resource a supplier is asked for.
@Suite struct SuppliedRangesTests {
  /// Answers at once, on the thread that asks, or when it is told to, and remembers what it was asked for.
  private final class Supplier: MediaSupplier {
    let bytes: Data
    let information: SupplyInformation
    let asked = Mutex<[Range<Int64>]>([])
    let withdrawn = Mutex(0)
    /// Whether answers are left open behind their bytes.
    let staysOpen: Bool
    /// Whether bytes come with `answer()` alone.
    let waits: Bool
    let pending = Mutex<[SupplyRequest]>([])
    /// The most bytes of an answer.
    let most: Int64
    /// The first byte that is never given.
    let end: Int64

    init(
      byteCount: Int, isSeekable: Bool = true, saysHowMany: Bool = true, staysOpen: Bool = false, waits: Bool = false,
      most: Int64 = .max, end: Int64? = nil
    ) {
      bytes = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 / 251) })
      information = SupplyInformation(byteCount: saysHowMany ? Int64(byteCount) : nil, isSeekable: isSeekable)
      (self.staysOpen, self.waits) = (staysOpen, waits)
      (self.most, self.end) = (most, end ?? Int64(byteCount))
    }

    func ask(_ request: SupplyRequest) -> @Sendable () -> Void {
      if request.purpose != .bytes {
        request.information = information
        request.finish()
        return {}
      }
      asked.withLock { $0.append(request.offset..<(request.count.map { request.offset + $0 } ?? .max)) }
      if waits { pending.withLock { $0.append(request) } } else { answer(request) }
      return { self.withdrawn.withLock { $0 += 1 } }
    }

    private func answer(_ request: SupplyRequest) {
      let end = min(end, request.offset + min(most, request.count ?? self.end))
      request.respond(bytes[Int(min(request.offset, end))..<Int(end)])
      if !staysOpen { request.finish() }
    }

    /// Answers what it was asked for and has not answered.
    func answer() {
      let requests = pending.withLock { pending in
        defer { pending = [] }
        return pending
      }
      for request in requests { answer(request) }
    }
  }

  private func ranges(of supplier: Supplier, _ cancellation: Cancellation = Cancellation()) throws -> SuppliedRanges {
    let media = SuppliedMedia(name: "somewhere", supplier: supplier)
    return SuppliedRanges(of: media, try media.information(cancellation), cancellation)
  }

  /// Reads a range, in pieces of at most `size` bytes.
  private func read(_ ranges: SuppliedRanges, _ range: Range<Int>, size: Int = 30_000) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: size)
    while data.count < range.count {
      let wanted = min(size, range.count - data.count)
      let count = try buffer.withUnsafeMutableBytes {
        try ranges.read(
          into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]), at: Int64(range.lowerBound + data.count))
      }
      if count == 0 { break }
      data += buffer[..<count]
    }
    return data
  }

  private let kilobyte: Int64 = 1 << 10

  @Test func `who goes on is given twice as much each time, up to a bound`() throws {
    let supplier = Supplier(byteCount: 20 << 20)
    let all = try read(ranges(of: supplier), 0..<supplier.bytes.count)
    #expect(all == supplier.bytes)
    let counts = supplier.asked.withLock { $0.map(\.count) }
    #expect(Array(counts.prefix(7)) == [64, 128, 256, 512, 1024, 2048, 4096].map { $0 << 10 })
    #expect(counts.dropFirst(7).allSatisfy { $0 <= 4 << 20 })
    #expect(counts.reduce(0, +) == supplier.bytes.count, "each byte once, and none behind the end")
  }

  @Test func `a jump begins small again, and withdraws what was asked for`() throws {
    let supplier = Supplier(byteCount: 4 << 20, staysOpen: true)
    let ranges = try ranges(of: supplier)
    _ = try read(ranges, 0..<200_000)
    let before = supplier.asked.withLock { $0.count }
    let place = 3 << 20
    #expect(try read(ranges, place..<(place + 1000)) == supplier.bytes[place..<(place + 1000)])
    let asked = supplier.asked.withLock { Array($0[before...]) }
    #expect(asked == [Int64(place)..<(Int64(place) + 64 * kilobyte)])
    #expect(supplier.withdrawn.withLock { $0 } >= 1)
  }

  @Test func `a short resource is asked for to its end, and nothing is asked for behind it`() throws {
    let supplier = Supplier(byteCount: 1000)
    let ranges = try ranges(of: supplier)
    #expect(try read(ranges, 0..<5000) == supplier.bytes)
    #expect(supplier.asked.withLock { $0 } == [0..<1000])
  }

  @Test func `of a resource without ranges everything is asked for once`() throws {
    let supplier = Supplier(byteCount: 300_000, isSeekable: false, saysHowMany: false)
    #expect(try read(ranges(of: supplier), 0..<400_000) == supplier.bytes)
    #expect(supplier.asked.withLock { $0 } == [0..<Int64.max])
  }

  @Test func `an answer that ends early is the end of a resource whose length is not known`() throws {
    let supplier = Supplier(byteCount: 100_000, saysHowMany: false)
    #expect(try read(ranges(of: supplier), 0..<1_000_000) == supplier.bytes)
  }

  @Test func `what an answer leaves out of a resource whose length is known is asked for`() throws {
    let supplier = Supplier(byteCount: 100_000, most: 30_000)
    #expect(try read(ranges(of: supplier), 0..<100_000) == supplier.bytes)
    #expect(supplier.asked.withLock { $0.map(\.lowerBound) } == [0, 30_000, 60_000, 90_000])
  }

  @Test(arguments: [true, false])
  func `bytes that there are and that never come are an error, and are asked for once more at the most`(
    isSeekable: Bool
  ) throws {
    let supplier = Supplier(byteCount: 100_000, isSeekable: isSeekable, end: 40_000)
    let ranges = try ranges(of: supplier)
    #expect(try read(ranges, 0..<40_000) == supplier.bytes[..<40_000])
    for _ in 0..<3 {
      let error = #expect(throws: MediaError.self) { _ = try read(ranges, 40_000..<100_000) }
      #expect(error?.kind == .inputOutput)
    }
    #expect(supplier.asked.withLock { $0.count } == (isSeekable ? 2 : 1))
  }

  @Test(arguments: [true, false])
  func `PI-31: who is sent elsewhere and comes back waits for the same bytes, which come once`(
    isSeekable: Bool
  ) throws {
    let supplier = Supplier(byteCount: 1000, isSeekable: isSeekable, waits: true)
    let cancellation = Cancellation()
    let ranges = try ranges(of: supplier, cancellation)
    for _ in 0..<2 {
      cancellation.interrupt()
      let error = #expect(throws: MediaError.self) { _ = try read(ranges, 0..<1000) }
      #expect(error?.kind == .cancelled)
      cancellation.resume()
    }
    #expect(supplier.withdrawn.withLock { $0 } == 0)
    supplier.answer()
    #expect(try read(ranges, 0..<1000) == supplier.bytes)
    #expect(supplier.asked.withLock { $0 } == [0..<(isSeekable ? 1000 : .max)])
  }

  @Test func `who gave up reads nothing`() throws {
    let supplier = Supplier(byteCount: 0, saysHowMany: false, staysOpen: true)
    let cancellation = Cancellation()
    let ranges = try ranges(of: supplier, cancellation)
    cancellation.cancel()
    var byte: UInt8 = 0
    let error = #expect(throws: MediaError.self) {
      try withUnsafeMutableBytes(of: &byte) { _ = try ranges.read(into: $0, at: 0) }
    }
    #expect(error?.kind == .cancelled)
  }
}
