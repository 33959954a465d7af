import Dispatch
import MediaInterop

extension ToneMap.Source {
  /// The numbers of transfer functions in H.273.
  private static let (perceptualQuantizer, hybridLogGamma) = (UInt8(16), UInt8(18))
  private static let (bt709, p3Theatre, p3) = (UInt8(1), UInt8(11), UInt8(12))

  /// Makes the source description for tone-mapping pictures of high dynamic range. It is `nil` for others.
  ///
  /// - Parameters:
  ///   - content: the brightest light of the pictures; `nil` if it is not stated.
  ///   - screen: the screen on which the pictures were mastered; `nil` if it is not stated.
  init?(_ color: ColorDescription, content: ContentLightLevel?, screen: MasteringDisplay?) {
    let signal: ToneMap.Signal
    switch color.transfer {
    case Self.perceptualQuantizer: signal = .perceptualQuantizer
    case Self.hybridLogGamma: signal = .hybridLogGamma
    default: return nil
    }
    let primaries: ToneMap.Primaries =
      switch color.primaries {
      case Self.bt709: .bt709
      case Self.p3Theatre, Self.p3: .p3
      default: .bt2020
      }
    let peak = Self.peak(content) ?? Self.peak(screen) ?? ToneMap.usualPeak
    self.init(
      signal: signal, primaries: primaries, peak: signal == .hybridLogGamma ? ToneMap.usualPeak : peak)
  }

  private static func peak(_ content: ContentLightLevel?) -> Double? {
    content.flatMap { $0.maximum > 0 ? Double($0.maximum) : nil }
  }

  private static func peak(_ screen: MasteringDisplay?) -> Double? {
    guard let maximum = screen?.luminance?.maximum, maximum.numerator > 0, maximum.denominator > 0 else { return nil }
    return Double(maximum.numerator) / Double(maximum.denominator)
  }
}

extension ToneMap {
  /// The number of rows that one thread maps at once.
  private static let rowsOfThread = 32

  /// Maps a picture of R, G, B and A of 16 bits into one of B, G, R and A of 8.
  func map(_ picture: Picture, into result: Picture) {
    let (from, to) = (Plane(picture), Plane(result))
    eachRow(of: picture) { row in
      map(
        UnsafePointer((from.base + row * from.stride).assumingMemoryBound(to: UInt16.self)),
        into: (to.base + row * to.stride).assumingMemoryBound(to: UInt8.self), count: from.width)
    }
  }

  /// Maps a picture of R, G, B and A of 16 bits in its own memory, which no other code may use.
  func map(inPlace picture: Picture) {
    let plane = Plane(picture)
    eachRow(of: picture) { row in
      map((plane.base + row * plane.stride).assumingMemoryBound(to: UInt16.self), count: plane.width)
    }
  }

  private func eachRow(of picture: Picture, _ work: @Sendable (Int) -> Void) {
    let height = picture.height
    DispatchQueue.concurrentPerform(iterations: (height + Self.rowsOfThread - 1) / Self.rowsOfThread) { block in
      for row in (block * Self.rowsOfThread)..<min(height, (block + 1) * Self.rowsOfThread) { work(row) }
    }
  }

  /// The only plane of a picture.
  private struct Plane: @unchecked Sendable {
    // Sendable: threads use rows of their own, and the picture outlives them.
    let base: UnsafeMutableRawPointer
    let stride: Int
    let width: Int

    init(_ picture: Picture) {
      (base, stride, width) = (picture.planes[0].base, picture.planes[0].stride, picture.width)
    }
  }
}
