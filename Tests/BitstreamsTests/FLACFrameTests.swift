import Testing

@testable import Bitstreams

@Suite struct FLACFrameTests {
  /// The usual message, and its checksum by x¹⁶ + x¹⁵ + x² + 1.
  private static let frame = Array("123456789".utf8) + [0xFE, 0xE8]

  private func isBroken(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { FLACFrame.isBroken($0) } }

  @Test func `a frame that ends with its checksum is whole`() {
    #expect(!isBroken(Self.frame))
  }

  @Test func `a frame with one other bit is broken`() {
    for place in Self.frame.indices {
      for bit in 0..<8 {
        var bytes = Self.frame
        bytes[place] ^= 1 << bit
        #expect(isBroken(bytes), "bit \(bit) of byte \(place)")
      }
    }
  }

  @Test func `a frame that is cut anywhere is broken`() {
    for count in 1..<Self.frame.count { #expect(isBroken(Array(Self.frame.prefix(count))), "\(count) bytes") }
  }

  @Test func `a frame whose bytes are in another order is broken`() {
    for place in Self.frame.indices.dropLast() {
      var bytes = Self.frame
      bytes.swapAt(place, place + 1)
      #expect(isBroken(bytes), "bytes \(place) and \(place + 1)")
    }
  }
}
