import Foundation
import TestSupport

/// The ways in which a movie's index can say what cannot be.
struct HostileMovies {
  typealias Lie = (name: String, bytes: [UInt8])

  private let movie: [UInt8]
  private static let most = four(.max)

  init(_ movie: [UInt8]) { self.movie = movie }

  /// The movies in which one thing is wrong, as far as the movie has the box for it.
  func lies(_ numbers: inout SeededGenerator) -> [Lie] {
    (edits + headers + tables + chunks + fragments(&numbers)).filter { $0.bytes != movie }
  }

  private static func four(_ number: UInt32) -> [UInt8] { MovieBoxes.bytes(number) }

  private func replacing(_ path: [String], _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
    MovieBoxes.changing(path, of: movie) { (path.last ?? "", change($0)) }
  }

  // MARK: Edits

  private var edits: [Lie] {
    let normal: Int32 = 1 << 16
    return [
      ("endless edit", edited([(.max, 0, normal)])), ("late edit", edited([(1000, .max - 5, normal)])),
      ("late media", edited([(.max / 2, -1, normal), (.max / 2, 0, normal), (.max, 1, normal)])),
      ("negative edit", edited([(.min, .min, normal)])), ("fast edit", edited([(.max, 0, .max)])),
      ("slow edit", edited([(.max, 1 << 40, 1)])), ("backward edit", edited([(1000, 0, .min)])),
    ]
  }

  /// The movie with other edits, in their form of 64 bits.
  private func edited(_ rows: [(duration: Int64, start: Int64, rate: Int32)]) -> [UInt8] {
    var list: [UInt8] = [1, 0, 0, 0] + Self.four(UInt32(rows.count))
    for row in rows {
      list += MovieBoxes.bytes(row.duration) + MovieBoxes.bytes(row.start) + MovieBoxes.bytes(row.rate)
    }
    let box = Self.four(UInt32(list.count + 8)) + Array("elst".utf8) + list
    let outer = Self.four(UInt32(box.count + 8)) + Array("edts".utf8) + box
    let bare = MovieBoxes.changing(["moov", "trak", "edts"], of: movie) { _ in ("free", []) }
    return MovieBoxes.changing(["moov", "trak"], of: bare) { ("trak", $0 + outer) }
  }

  // MARK: Headers

  private var headers: [Lie] {
    let (media, whole) = (["moov", "trak", "mdia", "mdhd"], ["moov", "mvhd"])
    return [
      ("no time scale", header(media, scale: 0, duration: 1000)),
      ("fine time scale", header(media, scale: .max, duration: .max)),
      ("coarse time scale", header(media, scale: 1, duration: .max)),
      ("no movie time scale", header(whole, scale: 0, duration: .max)),
      ("long movie", header(whole, scale: 1, duration: UInt64(Int64.max))),
      ("long track", header(["moov", "trak", "tkhd"], scale: nil, duration: UInt64(Int64.max))),
    ]
  }

  /// The movie with a header in its form of 64 bits: two times, the scale and the duration. A track's has its number and
  /// four bytes in the place of the scale.
  private func header(_ path: [String], scale: UInt32?, duration: UInt64) -> [UInt8] {
    replacing(path) { contents in
      let middle = scale.map(Self.four) ?? Array(contents[12..<20])
      let rest = contents.dropFirst(scale == nil ? 24 : 20)
      return [1, 0, 0, 15] + [UInt8](repeating: 0, count: 16) + middle + MovieBoxes.bytes(duration) + rest
    }
  }

  // MARK: Tables

  private var tables: [Lie] {
    let (most, none, one) = (Self.most, Self.four(0), Self.four(1))
    return [
      ("long samples", table("stts", one + most + most)), ("samples of no time", table("stts", one + most + none)),
      ("samples shown late", table("ctts", one + most + Self.four(1 << 31 - 1))),
      ("samples shown early", table("ctts", one + most + Self.four(1 << 31))),
      ("chunks of all samples", table("stsc", one + one + most + one)),
      ("many samples", table("stsz", one + most)), ("large samples", table("stsz", most + Self.four(100))),
    ]
  }

  private func table(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    replacing(["moov", "trak", "mdia", "minf", "stbl", type]) { _ in Self.four(0) + contents }
  }

  private var chunks: [Lie] {
    [UInt64(Int64.max) - 100, UInt64(Int64.max), .max].map {
      ("chunks at \($0)", MovieBoxes.chunks(of: movie, lieAt: $0))
    }
  }

  // MARK: Fragments

  private func fragments(_ numbers: inout SeededGenerator) -> [Lie] {
    let late = (0..<6).map { _ in Int64.max - .random(in: 0...100_000, using: &numbers) }
    return [
      ("long fragments", replacing(["moov", "mvex", "trex"]) { Array($0[..<12] + Self.most + $0[16...]) }),
      (
        "many samples in a fragment",
        replacing(["moof", "traf", "trun"]) { Self.four(0) + Self.four(60_000) + $0[8...] }
      ),
    ] + late.map { ("fragments at \($0)", MovieBoxes.fragments(of: movie, beginAt: $0)) }
  }
}
