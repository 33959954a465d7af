import Bitstreams
import CoreMedia
import MovieFile
import Testing

@testable import MediaEngine

/// What a copy of FLAC states about its samples.
@Suite struct CopiedFLACTests {
  /// A stream that states 1000 samples of 44.1 kHz, 16 bits, stereo, and a checksum of them.
  private static let streamInfo: [UInt8] =
    [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 3, 0xE8] + [UInt8](repeating: 0xAA, count: 16)
  /// The start of a frame of 192 samples.
  private static let frame: [UInt8] = [0xFF, 0xF8, 0x19, 0x18, 0, 0, 0, 0]

  /// Returns what the copy states of its stream, or nil if that is what the stream itself stated.
  private func stated(_ frames: [[UInt8]]) throws -> FLACStreamInfo? {
    var copied = CopiedFLAC()
    copied.begin(try SoundDescription(flac: FLACConfiguration(extraData: Self.streamInfo)).formatDescription())
    for frame in frames { frame.withUnsafeBytes { copied.add($0) } }
    guard let format = try copied.completedFormat else { return nil }
    let box = try #require(format.extensions.atoms.first { $0.type == "dfLa" })
    return try FLACConfiguration(parsing: box.payload).streamInfo
  }

  @Test func `a part of a stream states its own number of samples, and no checksum`() throws {
    let part = try #require(try stated([Self.frame, Self.frame]))
    #expect(part.totalSamples == 384 && part.checksum.allSatisfy { $0 == 0 })
  }

  @Test func `a copy that cannot be counted states no number`() throws {
    let unknown = try #require(try stated([Self.frame, [0, 1, 2, 3, 4, 5, 6, 7]]))
    #expect(unknown.totalSamples == 0 && unknown.checksum.allSatisfy { $0 == 0 })
  }
}
