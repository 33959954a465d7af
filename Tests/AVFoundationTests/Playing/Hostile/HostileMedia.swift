import Foundation
import TestSupport

/// Fixtures that were changed to say what cannot be: in each, one thing is wrong, or some bytes at random.
enum HostileMedia {
  static let movies =
    ["h264-aac.mov", "h264-fragmented.mp4", "speech.m4a"]
    + ["h264-pcm.mov", "h264-two-audio.mp4"].prefix(Rounds.count(0, full: 2))
  static let others = [
    "h264-aac.mkv", "vp9-opus.webm", "h264-aac.ts", "speech.wav", "speech.flac", "speech.mp3", "speech.opus",
  ]

  /// The variants of a fixture, each with what tells it from others.
  static func variants(of name: String) throws -> [(name: String, bytes: [UInt8])] {
    let whole = [UInt8](try Data(contentsOf: MediaFiles.fixture(name)))
    var numbers = SeededGenerator(seed: UInt64(whole.count))
    let index = movies.contains(name) ? try index(of: whole) : 0..<min(whole.count, 2048)
    let damaged = (0..<Rounds.count(4, full: 400)).map { round in
      ("damage \(round)", changing(whole, within: index, &numbers))
    }
    return (movies.contains(name) ? HostileMovies(whole).lies(&numbers) : lies(of: whole, name)) + damaged
  }

  /// A file in which some numbers of up to eight bytes are at the ends of their ranges, or some bits are others.
  private static func changing(
    _ whole: [UInt8], within index: Range<Int>, _ numbers: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      let place = Int.random(in: index, using: &numbers)
      let end = min(index.upperBound, place + (1 << Int.random(in: 0...3, using: &numbers)))
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes.replaceSubrange(place..<end, with: repeatElement(0, count: end - place))
      case 1: bytes.replaceSubrange(place..<end, with: repeatElement(0xFF, count: end - place))
      case 2: bytes.replaceSubrange(place..<end, with: [0x7F] + repeatElement(0xFF, count: end - place - 1))
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      }
    }
    return bytes
  }

  /// The bytes of a movie's index.
  private static func index(of movie: [UInt8]) throws -> Range<Int> {
    let start = Data(movie).range(of: Data("moov".utf8))?.lowerBound ?? 4
    return start + 4..<start - 4 + movie[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Other files

  /// - Returns: files with another number at a place that their formats give one.
  private static func lies(of whole: [UInt8], _ name: String) -> [(name: String, bytes: [UInt8])] {
    func replacing(at place: Int, _ new: [UInt8]) -> [UInt8] {
      Array(whole[..<place]) + new + whole[(place + new.count)...]
    }
    func place(of bytes: [UInt8]) -> Int? { Data(whole).range(of: Data(bytes))?.upperBound }
    switch URL(fileURLWithPath: name).pathExtension {
    case "mkv", "webm":
      // Duration, as a number of eight bytes; the ticks of a second are in nanoseconds, 0x2AD7B1.
      let duration = place(of: [0x44, 0x89, 0x88])
      let scale = place(of: [0x2A, 0xD7, 0xB1, 0x83])
      return [1e300, .nan, -1, .infinity].compactMap { value in
        duration.map { ("of \(value)", replacing(at: $0, MovieBoxes.bytes(value.bitPattern))) }
      }
        + [[0, 0, 0], [0xFF, 0xFF, 0xFF]].compactMap { ticks in
          scale.map { ("ticks \(ticks)", replacing(at: $0, ticks)) }
        }
    case "wav":
      // The rate, the bytes a second and those of a block lie from byte 24 on, the size of the data before its first.
      let data = place(of: Array("data".utf8))
      return [
        ("of no rate", replacing(at: 24, [0, 0, 0, 0])), ("of 1 Hz", replacing(at: 24, [1, 0, 0, 0])),
        ("of all rates", replacing(at: 24, [0xFF, 0xFF, 0xFF, 0x7F])), ("of no blocks", replacing(at: 32, [0, 0])),
      ] + [data].compactMap { $0 }.map { ("endless", replacing(at: $0, [0xFF, 0xFF, 0xFF, 0xFF])) }
    case "flac":
      // The rate in 20 bits and the number of samples in 36, from byte 18 on.
      return [
        ("of 1 Hz", replacing(at: 18, [0, 0, 0x10])), ("endless", replacing(at: 21, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF])),
        ("of 1 Hz, endless", replacing(at: 18, [0, 0, 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])),
      ]
    case "opus":
      // Each page has its place from its byte 6 on.
      let pages = whole.indices.dropLast(14).filter { whole[$0..<$0 + 4].elementsEqual("OggS".utf8) }
      return [0x7F, 0x80, 0xFF].compactMap { byte in
        pages.last.map { ("ends at \(byte)", replacing(at: $0 + 6, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, byte])) }
      }
    default: return []
    }
  }
}
