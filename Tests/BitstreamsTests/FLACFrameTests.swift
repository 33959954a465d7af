import Foundation
import TestSupport
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

  @Test func `frames are found one behind the other, also where one is broken`() throws {
    var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.flac"))))
    // Behind the name come blocks of metadata: a byte of their kind, the last one's with the highest bit, and a length.
    var start = 4
    while true {
      let isLast = file[start] & 0x80 != 0
      start += 4 + (Int(file[start + 1]) << 16 | Int(file[start + 2]) << 8 | Int(file[start + 3]))
      if isLast { break }
    }
    file.removeFirst(start)
    let frames = file.withUnsafeBytes { FLACFrame.frames(in: $0) }
    #expect(frames.map(\.header.number) == (0..<UInt64(frames.count)).map { $0 })
    #expect(frames.count > 10 && frames.dropLast().allSatisfy { $0.header.sampleCount == 4608 })
    #expect(frames.allSatisfy { !isBroken(Array(file[$0.range])) })
    let broken = frames[3].range
    file[broken.lowerBound + broken.count / 2] ^= 1
    let again = file.withUnsafeBytes { FLACFrame.frames(in: $0) }
    #expect(again.map(\.range) == frames.map(\.range))
    #expect(again.filter { isBroken(Array(file[$0.range])) }.map(\.header.number) == [3])
    // A header that is broken is none: the frame lies in the one before it.
    file[broken.lowerBound + 4] ^= 1
    let merged = file.withUnsafeBytes { FLACFrame.frames(in: $0) }
    #expect(merged.map(\.header.number) == frames.map(\.header.number).filter { $0 != 3 })
  }
}
