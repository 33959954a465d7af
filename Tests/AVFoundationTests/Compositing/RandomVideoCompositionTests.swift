import AVFoundation
import TestSupport
import Testing

/// Random compositions of pictures, read and held against a model that was written from the rules alone.
@Suite("Random video compositions")
struct RandomVideoCompositionTests {
  private static let seeds: Range<UInt64> = 0..<UInt64(Rounds.count(50, full: 1000))

  /// A layer of the model: numbers and ramps as they were chosen.
  private struct Layer {
    let movie: Int
    var opacity: (start: Float, end: Float, range: CMTimeRange)?
    var crop: (start: CGRect, end: CGRect, range: CMTimeRange)?
    var transform: (start: CGAffineTransform, end: CGAffineTransform, range: CMTimeRange)

    func drawn(_ picture: ModelPicture, at time: CMTime) -> ModelPicture.Layer {
      var layer = ModelPicture.Layer(picture: picture)
      func share(_ range: CMTimeRange) -> Double? {
        if time < range.start { return nil }
        return time >= range.end ? 1 : (time - range.start).seconds / range.duration.seconds
      }
      func mixed(_ start: CGFloat, _ end: CGFloat, _ share: Double) -> CGFloat { start + (end - start) * share }
      if let opacity, let share = share(opacity.range) {
        layer.opacity = Double(opacity.start) + (Double(opacity.end) - Double(opacity.start)) * share
      }
      if let crop, let share = share(crop.range) {
        layer.crop = CGRect(
          x: mixed(crop.start.minX, crop.end.minX, share), y: mixed(crop.start.minY, crop.end.minY, share),
          width: mixed(crop.start.width, crop.end.width, share),
          height: mixed(crop.start.height, crop.end.height, share))
      }
      if let share = share(transform.range) {
        let (start, end) = (transform.start, transform.end)
        layer.transform = CGAffineTransform(
          a: mixed(start.a, end.a, share), b: mixed(start.b, end.b, share), c: mixed(start.c, end.c, share),
          d: mixed(start.d, end.d, share), tx: mixed(start.tx, end.tx, share), ty: mixed(start.ty, end.ty, share))
      }
      return layer
    }
  }

  private struct Instruction {
    let range: CMTimeRange
    let layers: [Layer]
    let background: (color: CGColor, samples: [Int])
  }

  /// Colours and their samples in the video range of BT.601, by the standard's equations.
  private static let backgrounds: [(color: CGColor, samples: [Int])] = [
    (.black, [16, 128, 128]), (.white, [235, 128, 128]),
    (CGColor(red: 1, green: 0, blue: 0, alpha: 1), [81, 90, 240]),
    (CGColor(red: 0, green: 0, blue: 1, alpha: 0.5), [41, 240, 110]),
  ]

  private static func ramp(within range: CMTimeRange, _ generator: inout SeededGenerator) -> CMTimeRange {
    let (start, end) = (Int(range.start.seconds * 100 + 0.5), Int(range.end.seconds * 100 + 0.5))
    let first = Int.random(in: (start - 5)...end, using: &generator)
    return ComposedSources.range(first, first + Int.random(in: 0...30, using: &generator))
  }

  private static func transform(_ generator: inout SeededGenerator) -> CGAffineTransform {
    let turn = Int.random(in: 0..<4, using: &generator)
    let (a, b) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][turn]
    let mirrored = Bool.random(using: &generator) ? 1.0 : -1
    var place = (Int.random(in: -30...70, using: &generator), Int.random(in: -30...70, using: &generator))
    // Most are moved by whole samples of chroma.
    if Int.random(in: 0..<4, using: &generator) > 0 { place = (place.0 / 2 * 2, place.1 / 2 * 2) }
    return CGAffineTransform(
      a: a * mirrored, b: b * mirrored, c: -b, d: a, tx: CGFloat(place.0), ty: CGFloat(place.1))
  }

  private static func layer(of movie: Int, in range: CMTimeRange, _ generator: inout SeededGenerator) -> Layer {
    var start = transform(&generator)
    if Int.random(in: 0..<3, using: &generator) == 0 { start = .identity }
    var end = start
    // Some glide.
    if Int.random(in: 0..<4, using: &generator) == 0 {
      end.tx += CGFloat(Int.random(in: -9...9, using: &generator))
      end.ty += CGFloat(Int.random(in: -9...9, using: &generator))
    }
    var layer = Layer(movie: movie, transform: (start, end, ramp(within: range, &generator)))
    if Bool.random(using: &generator) {
      layer.opacity = (
        Float.random(in: 0...1, using: &generator), Float.random(in: 0...1, using: &generator),
        ramp(within: range, &generator)
      )
    }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      func number(_ range: ClosedRange<Int>) -> CGFloat { CGFloat(Int.random(in: range, using: &generator)) / 2 }
      func rectangle() -> CGRect {
        CGRect(x: number(-8...60), y: number(-8...60), width: number(1...90), height: number(1...90))
      }
      layer.crop = (rectangle(), rectangle(), ramp(within: range, &generator))
    }
    return layer
  }

  private static func instructions(_ generator: inout SeededGenerator, until end: Int) -> [Instruction] {
    var edges = [0, end]
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      edges.append(Int.random(in: 1..<end, using: &generator))
    }
    let sorted = Set(edges).sorted()
    return zip(sorted, sorted.dropFirst()).map { start, end in
      let range = ComposedSources.range(start, end)
      let movies = ComposedSources.sizes.indices.shuffled(using: &generator)
        .prefix(Int.random(in: 0...3, using: &generator))
      return Instruction(
        range: range, layers: movies.map { layer(of: $0, in: range, &generator) },
        background: backgrounds.randomElement(using: &generator)!)
    }
  }

  private static func composition(
    _ instructions: [Instruction], _ tracks: [AVAssetTrack], _ size: (Int, Int), _ frameDuration: CMTime
  ) -> AVVideoComposition {
    let composition = AVMutableVideoComposition()
    composition.renderSize = CGSize(width: size.0, height: size.1)
    composition.frameDuration = frameDuration
    composition.instructions = instructions.map { chosen in
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = chosen.range
      instruction.backgroundColor = chosen.background.color
      instruction.layerInstructions = chosen.layers.map { chosen in
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[chosen.movie])
        layer.setTransformRamp(
          fromStart: chosen.transform.start, toEnd: chosen.transform.end, timeRange: chosen.transform.range)
        if let (start, end, range) = chosen.opacity {
          layer.setOpacityRamp(fromStartOpacity: start, toEndOpacity: end, timeRange: range)
        }
        if let (start, end, range) = chosen.crop {
          layer.setCropRectangleRamp(fromStartCropRectangle: start, toEndCropRectangle: end, timeRange: range)
        }
        return layer
      }
      return instruction
    }
    return composition
  }

  @Test(arguments: seeds)
  func `VC-01, VC-03, VC-20, VC-21, VC-23, VC-30, VC-31: every picture and every time`(seed: UInt64) throws {
    let sources = try ComposedSources.shared.get()
    var generator = SeededGenerator(seed: seed)
    let starts = ComposedSources.sizes.map { _ in Int.random(in: 0...30, using: &generator) }
    let asset = try sources.composition(starts)
    let end = (starts.max() ?? 0) + 100 * ComposedSources.count / Int(ComposedSources.rate)
    let instructions = Self.instructions(&generator, until: end)
    let size = (Int.random(in: 8...40, using: &generator) * 2, Int.random(in: 8...40, using: &generator) * 2)
    let frameDuration = [(1, 25), (1, 30), (1001, 30_000), (3, 20)].map { CMTime(value: $0, timescale: $1) }
      .randomElement(using: &generator)!
    let composition = Self.composition(instructions, asset.tracks(withMediaType: .video), size, frameDuration)
    let read = try ComposedReading.samples(asset, composition)
    let count = Int((ComposedSources.time(end).seconds / frameDuration.seconds - 1e-9).rounded(.up))
    try #require(read.count == count)
    for (number, sample) in read.enumerated() {
      let time = CMTime(value: frameDuration.value * Int64(number), timescale: frameDuration.timescale)
      #expect(sample.presentationTimeStamp == time)
      #expect(sample.presentationTimeStamp + sample.duration == min(time + frameDuration, ComposedSources.time(end)))
      let instruction = try #require(instructions.first { $0.range.containsTime(time) })
      var model = ModelPicture(width: size.0, height: size.1, filled: instruction.background.samples)
      let isExact = model.draw(
        instruction.layers.compactMap { layer in
          sources.picture(layer.movie, at: time - ComposedSources.time(starts[layer.movie]))
            .map { layer.drawn($0, at: time) }
        })
      let picture = ModelPicture(try #require(sample.imageBuffer))
      for plane in 0..<3 {
        let difference = picture.difference(to: model, plane: plane)
        #expect(difference <= (isExact[plane] ? 0 : 1), "plane \(plane) at \(time.seconds) s")
      }
    }
  }
}
