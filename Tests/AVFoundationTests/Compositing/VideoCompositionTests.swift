import AVFoundation
import TestSupport
import Testing

@Suite("Video compositions")
struct VideoCompositionTests {
  private static func time(_ hundredths: Int) -> CMTime { ComposedSources.time(hundredths) }
  private static func range(_ start: Int, _ end: Int) -> CMTimeRange { ComposedSources.range(start, end) }

  private let sources: ComposedSources
  private let asset: AVMutableComposition
  private let tracks: [AVAssetTrack]

  init() throws {
    sources = try ComposedSources.shared.get()
    asset = try sources.composition([0, 0, 0])
    tracks = asset.tracks(withMediaType: .video)
  }

  private func times(_ samples: [CMSampleBuffer]) -> [Int] {
    samples.map { Int(($0.presentationTimeStamp.seconds * 100).rounded()) }
  }

  // MARK: Pictures and times

  @Test func `VC-02: compositions, instructions and outputs keep copies`() throws {
    let composition = AVMutableVideoComposition(tracks)
    let instruction = try #require(composition.instructions.first as? AVMutableVideoCompositionInstruction)
    let layer = try #require(instruction.layerInstructions.first as? AVMutableVideoCompositionLayerInstruction)
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil)
    #expect(output.videoComposition == nil && output.customVideoCompositor == nil)
    output.videoComposition = composition
    layer.setOpacity(0, at: .zero)
    instruction.timeRange = Self.range(5, 6)
    (composition.renderScale, composition.instructions) = (7, [])
    let kept = try #require(output.videoComposition)
    #expect(kept.renderScale == 1 && kept.copy() as AnyObject === kept)
    let keptInstruction = try #require(kept.instructions.first as? AVVideoCompositionInstruction)
    #expect(keptInstruction.timeRange == Self.range(0, 40))
    #expect(keptInstruction.layerInstructions.first?.opacityRamp(at: .zero) == nil)
    let editable = try #require(kept.mutableCopy() as? AVMutableVideoComposition)
    editable.renderSize = .zero
    #expect(kept.renderSize == CGSize(width: 64, height: 48) && editable.instructions.count == 1)
    let second = try #require(keptInstruction.mutableCopy() as? AVMutableVideoCompositionInstruction)
    second.layerInstructions = []
    #expect(keptInstruction.layerInstructions.count == 3)
  }

  @Test func `VC-03: pictures come at multiples of the frame duration, those of a part too`() throws {
    let composition = AVMutableVideoComposition(tracks, frameDuration: CMTime(value: 7, timescale: 100))
    let whole = try ComposedReading.samples(asset, composition)
    #expect(times(whole) == [0, 7, 14, 21, 28, 35])
    #expect(whole.last?.duration == Self.time(5))
    let part = try ComposedReading.samples(asset, composition, range: Self.range(10, 28))
    #expect(times(part) == [7, 14, 21])
    for (one, other) in zip(part, whole[1...]) {
      #expect(try RangeReading.Picture(one).hash == RangeReading.Picture(other).hash)
    }
    // Other ranges later, in any order of calls.
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil)
    output.videoComposition = composition
    let reading = try RangeReading(asset, output)
    _ = try reading.rest()
    let again = try reading.samples(in: [Self.range(0, 7), Self.range(20, 40)])
    #expect(times(again) == [0, 14, 21, 28, 35])
    #expect(
      try again.map { try RangeReading.Picture($0).hash }
        == [0, 2, 3, 4, 5].map { try RangeReading.Picture(whole[$0]).hash })
  }

  @Test func `VC-04: pictures come when a track's do, and regularly where it shows nothing`() throws {
    let asset = AVMutableComposition()
    let track = try #require(asset.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    let (_, source) = try ReadMedia.track(sources.urls[0], .video)
    try track.insertTimeRange(Self.range(0, 10), of: source, at: .zero)
    track.insertEmptyTimeRange(Self.range(10, 31))
    try track.insertTimeRange(Self.range(20, 30), of: source, at: Self.time(31))
    let composition = AVMutableVideoComposition([track], until: 41, frameDuration: Self.time(5))
    composition.sourceTrackIDForFrameTiming = 1
    let read = try ComposedReading.samples(asset, composition)
    #expect(times(read) == [0, 4, 8, 10, 15, 20, 25, 30, 31, 35, 39])
    #expect(try ModelPicture(#require(read[4].imageBuffer)).planes[0].allSatisfy { $0 == 16 })
    #expect(try ModelPicture(#require(read[9].imageBuffer)) == sources.pictures[0][6])
    let part = try ComposedReading.samples(asset, composition, range: Self.range(12, 33))
    #expect(times(part) == [10, 15, 20, 25, 30, 31])
  }

  @Test func `VC-05: a layer that changes nothing gives the track's own pictures`() throws {
    let composition = AVMutableVideoComposition([tracks[0], tracks[1]])
    let read = try ComposedReading.samples(asset, composition) { $0.alwaysCopiesSampleData = false }
    for (sample, picture) in zip(read, sources.pictures[0]) {
      #expect(try ModelPicture(#require(sample.imageBuffer)) == picture)
    }
    // The same picture is the same memory.
    composition.frameDuration = CMTime(value: 1, timescale: 50)
    let twice = try ComposedReading.samples(asset, composition) { $0.alwaysCopiesSampleData = false }
    #expect(twice.count == 20 && twice[0].imageBuffer === twice[1].imageBuffer)
    composition.frameDuration = CMTime(value: 1, timescale: 25)
    // Copies are the client's own.
    let copies = try ComposedReading.samples(asset, composition)
    #expect(try RangeReading.Picture(copies[3]).hash == RangeReading.Picture(read[3]).hash)
  }

  @Test func `VC-07: composed pictures state no clean aperture, and the track's own ones among them neither`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("whole.mov")
    let aperture = [AVVideoCleanApertureWidthKey: 64, AVVideoCleanApertureHeightKey: 48]
    try WrittenFile.video(url, settings: Settings.video([AVVideoCleanApertureKey: aperture]), count: 4)
    let (asset, track) = try ReadMedia.track(url, .video)
    let composition = AVMutableVideoComposition([track], until: 16) { layers in
      layers[0].setOpacity(0.5, at: Self.time(8))
    }
    for copies in [false, true] {
      let read = try ComposedReading.samples(asset, composition) { $0.alwaysCopiesSampleData = copies }
      let stated = try read.map { sample in
        CVBufferHasAttachment(try #require(sample.imageBuffer), kCVImageBufferCleanApertureKey)
      }
      #expect(stated == [false, false, false, false])
    }
    try ReadMedia.forEachSample(of: url, .video, settings: [:]) { sample in
      #expect(sample.imageBuffer.map { CVBufferHasAttachment($0, kCVImageBufferCleanApertureKey) } == true)
    }
  }

  @Test func `VC-06: pictures end with the tracks, or with a later instruction within the asset`() throws {
    let sound = try #require(asset.addMutableTrack(withMediaType: .audio, preferredTrackID: 9))
    let (speech, source) = try ReadMedia.track(MediaFiles.fixture("speech.wav"), .audio)
    try sound.insertTimeRange(CMTimeRange(start: .zero, duration: speech.duration), of: source, at: .zero)
    #expect(asset.duration > Self.time(50))
    func count(_ end: Int) throws -> Int {
      try ComposedReading.samples(asset, AVMutableVideoComposition(tracks, until: end)).count
    }
    #expect(try count(40) == 10)
    #expect(try count(48) == 12)
    #expect(try count(100_000) == Int((asset.duration.seconds * 25).rounded(.up)))
  }

  @Test func `VC-41: an instruction may last for ever`() throws {
    let composition = AVMutableVideoComposition(tracks)
    (composition.instructions[0] as? AVMutableVideoCompositionInstruction)?.timeRange = CMTimeRange(
      start: .zero, duration: .positiveInfinity)
    #expect(try ComposedReading.samples(asset, composition).count == 10)
    #expect(try ComposedReading.samples(asset, composition, range: Self.range(8, 20)).count == 3)
  }

  // MARK: Layers

  @Test func `VC-10, VC-11: the first layer is on top, and an instruction ends where the next one begins`() throws {
    let composition = AVMutableVideoComposition([tracks[2], tracks[0]])
    let second = AVMutableVideoCompositionInstruction()
    second.timeRange = Self.range(20, 40)
    second.layerInstructions = [tracks[0], tracks[2]].map { AVMutableVideoCompositionLayerInstruction(assetTrack: $0) }
    (composition.instructions[0] as? AVMutableVideoCompositionInstruction)?.timeRange = Self.range(0, 20)
    composition.instructions.append(second)
    let read = try ComposedReading.pictures(asset, composition)
    for (index, picture) in read.enumerated() {
      var model = sources.pictures[0][index]
      if index < 5 { _ = model.draw([.init(picture: sources.pictures[2][index])]) }
      #expect(picture == model, "picture \(index)")
    }
  }

  @Test func `VC-12, VC-14: coordinates are square pixels of the clean aperture`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("wide.mov")
    var settings = Settings.video(width: 64, height: 48)
    settings[AVVideoPixelAspectRatioKey] = [
      AVVideoPixelAspectRatioHorizontalSpacingKey: 2, AVVideoPixelAspectRatioVerticalSpacingKey: 1,
    ]
    settings[AVVideoCleanApertureKey] = [
      AVVideoCleanApertureWidthKey: 60, AVVideoCleanApertureHeightKey: 40,
      AVVideoCleanApertureHorizontalOffsetKey: 0, AVVideoCleanApertureVerticalOffsetKey: 0,
    ]
    try WrittenFile.video(url, settings: settings, count: 2) {
      ComposedSources.picture(width: 64, height: 48, index: $0)
    }
    let (asset, track) = try ReadMedia.track(url, .video)
    #expect(track.naturalSize == CGSize(width: 120, height: 40))
    var decoded: [ModelPicture] = []
    try ReadMedia.forEachSample(of: url, .video, settings: [:]) { decoded.append(ModelPicture($0.imageBuffer!)) }
    // At half the width its samples are those of the file again.
    let composition = AVMutableVideoComposition([track], size: (60, 40), until: 8) { layers in
      layers[0].setTransform(CGAffineTransform(scaleX: 0.5, y: 1), at: .zero)
      layers[0].setCropRectangle(CGRect(x: -50, y: 10, width: 90, height: 500), at: .zero)
    }
    let read = try ComposedReading.pictures(asset, composition)
    var model = ModelPicture(width: 60, height: 40, filled: [16, 128, 128])
    _ = model.draw([
      .init(
        picture: decoded[0], transform: CGAffineTransform(translationX: -2, y: -4),
        crop: CGRect(x: 2, y: 14, width: 20, height: 30))
    ])
    #expect(read[0] == model)
    // Nothing is shown of an empty rectangle.
    let empty = AVMutableVideoComposition([track], size: (60, 40), until: 8) { layers in
      layers[0].setCropRectangle(.zero, at: .zero)
    }
    #expect(try ComposedReading.pictures(asset, empty)[0].planes[0].allSatisfy { $0 == 16 })
  }

  @Test func `VC-13: the size is scaled and rounded`() throws {
    let composition = AVMutableVideoComposition([tracks[0]], size: (63, 47))
    composition.renderScale = 0.5
    let read = try ComposedReading.pictures(asset, composition)
    #expect(read.allSatisfy { $0.width == 32 && $0.height == 24 })
    // Sides may be odd, and settings scale further.
    composition.renderScale = 1
    #expect(try ComposedReading.pictures(asset, composition).allSatisfy { $0.width == 63 && $0.height == 47 })
    let settings = [kCVPixelBufferWidthKey as String: 20, kCVPixelBufferHeightKey as String: 10]
    let small = try ComposedReading.pictures(asset, composition, settings: settings)
    #expect(small.allSatisfy { $0.width == 20 && $0.height == 10 })
  }

  @Test func `VC-20: ramps are found by a time in them or before them`() throws {
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[0])
    layer.setOpacityRamp(fromStartOpacity: 0.5, toEndOpacity: 0.25, timeRange: Self.range(20, 30))
    layer.setTransform(CGAffineTransform(translationX: 3, y: 4), at: Self.time(10))
    layer.setCropRectangleRamp(
      fromStartCropRectangle: .infinite, toEndCropRectangle: CGRect(x: 1, y: 2, width: 3, height: 4),
      timeRange: Self.range(0, 5))
    var (start, end, range) = (Float(9), Float(9), CMTimeRange.invalid)
    #expect(layer.getOpacityRamp(for: .zero, startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 0.5 && end == 0.25 && range == Self.range(20, 30))
    #expect(!layer.getOpacityRamp(for: Self.time(30), startOpacity: &start, endOpacity: nil, timeRange: nil))
    var transform = CGAffineTransform.identity
    #expect(layer.getTransformRamp(for: Self.time(10), start: &transform, end: nil, timeRange: nil))
    #expect(transform.tx == 3 && layer.transformRamp(at: Self.time(11)) == nil)
    var crop = CGRect.zero
    #expect(
      layer.getCropRectangleRamp(for: Self.time(2), startCropRectangle: nil, endCropRectangle: &crop, timeRange: nil))
    #expect(crop.width == 3 && layer.cropRectangleRamp(at: Self.time(2))?.end == crop)
  }

  @Test func `VC-02, VC-20: configurations make the same objects`() throws {
    var layer = AVVideoCompositionLayerInstruction.Configuration(assetTrack: tracks[2])
    layer.setTransform(CGAffineTransform(translationX: 10, y: 12), at: .zero)
    layer.addOpacityRamp(.init(timeRange: Self.range(0, 20), start: 0, end: 1))
    layer.setCropRectangle(CGRect(x: 2, y: 2, width: 20, height: 12), at: Self.time(10))
    #expect(layer.opacityRamp(at: .zero)?.end == 1 && layer.trackID == tracks[2].trackID)
    let instruction = AVVideoCompositionInstruction.Configuration(
      backgroundColor: .white, layerInstructions: [AVVideoCompositionLayerInstruction(configuration: layer)],
      timeRange: Self.range(0, 40))
    let made = AVVideoComposition(
      configuration: .init(
        frameDuration: CMTime(value: 1, timescale: 25),
        instructions: [AVVideoCompositionInstruction(configuration: instruction)],
        renderSize: CGSize(width: 64, height: 48)))
    let old = AVMutableVideoComposition([tracks[2]], background: .white) { layers in
      layers[0].setTransform(CGAffineTransform(translationX: 10, y: 12), at: .zero)
      layers[0].setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: Self.range(0, 20))
      layers[0].setCropRectangle(CGRect(x: 2, y: 2, width: 20, height: 12), at: Self.time(10))
    }
    #expect(try ComposedReading.pictures(asset, made) == ComposedReading.pictures(asset, old))
    let own = try #require(made.instructions.first)
    #expect(own.containsTweening && own.passthroughTrackID == kCMPersistentTrackID_Invalid)
    #expect(own.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value } == [tracks[2].trackID])
    #expect(own.requiredSourceSampleDataTrackIDs.isEmpty && own.enablePostProcessing)
  }

  // MARK: Blending

  @Test func `VC-23, VC-24: pictures with an opacity of their own are blended by it`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("mark.mov")
    let coding: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.proRes4444, AVVideoWidthKey: 32, AVVideoHeightKey: 32,
    ]
    try WrittenFile.video(url, settings: coding, count: 1) { _ in
      let buffer = ComputedMedia.pixelBuffer(width: 32, height: 32, format: kCVPixelFormatType_32BGRA)
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      let base = CVPixelBufferGetBaseAddress(buffer)!
      for y in 0..<32 {
        for x in 0..<32 {
          let bytes: [UInt8] = x < 16 ? [200, 100, 50, 255] : [0, 0, 0, 0]
          for (index, byte) in bytes.enumerated() {
            base.storeBytes(
              of: byte, toByteOffset: y * CVPixelBufferGetBytesPerRow(buffer) + 4 * x + index, as: UInt8.self)
          }
        }
      }
      return buffer
    }
    let (mark, markTrack) = try ReadMedia.track(url, .video)
    let added = try #require(asset.addMutableTrack(withMediaType: .video, preferredTrackID: 8))
    try added.insertTimeRange(CMTimeRange(start: .zero, duration: mark.duration), of: markTrack, at: .zero)
    let composition = AVMutableVideoComposition([added, tracks[0]]) { layers in
      layers[0].setTransform(CGAffineTransform(translationX: 16, y: 8), at: .zero)
      layers[0].setOpacity(0.5, at: .zero)
    }
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
    let read = try ComposedReading.pictures(asset, composition, settings: settings)[0]
    let under = sources.pictures[0][0]
    // B 200, G 100, R 50 by BT.601's equations in video range.
    let luma = 16 + 219 * (0.299 * 50 + 0.587 * 100 + 0.114 * 200) / 255
    for y in 0..<48 {
      for x in 0..<64 {
        let (value, old) = (read.planes[0][y * 64 + x], under.planes[0][y * 64 + x])
        switch (x, y) {
        case (16..<28, 12..<36): #expect(abs(Double(value) - (Double(old) + luma) / 2) <= 2)
        // The codec smears the opacity next to its edge.
        case (28..<36, 8..<40), (16..<28, 8..<12), (16..<28, 36..<40): break
        default: #expect(value == old)
        }
      }
    }
  }

  @Test func `VC-23, VC-30: ten bits and 4:2:2 are exact as well`() throws {
    let (file, source) = try ReadMedia.track(MediaFiles.fixture("prores-pcm24.mov"), .video)
    let asset = AVMutableComposition()
    for _ in 0..<2 {
      let track = asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
      try track?.insertTimeRange(CMTimeRange(start: .zero, duration: file.duration), of: source, at: .zero)
    }
    let size = (Int(source.naturalSize.width), Int(source.naturalSize.height))
    let composition = AVMutableVideoComposition(asset.tracks, size: size, until: 100_000) { layers in
      layers[0].setTransform(CGAffineTransform(translationX: 10, y: 7), at: .zero)
      layers[0].setOpacity(0.3, at: .zero)
    }
    let read = ModelPicture(
      try #require(try ComposedReading.samples(asset, composition).first?.imageBuffer), bits: 10)
    var pictures: [ModelPicture] = []
    try ReadMedia.forEachSample(of: MediaFiles.fixture("prores-pcm24.mov"), .video, settings: [:]) { sample in
      if pictures.isEmpty { pictures.append(ModelPicture(sample.imageBuffer!, bits: 10)) }
    }
    var model = pictures[0]
    _ = model.draw([
      .init(picture: pictures[0], transform: CGAffineTransform(translationX: 10, y: 7), opacity: Double(Float(0.3)))
    ])
    #expect(read.step == (2, 1) && read.planes[0].contains { $0 > 255 })
    #expect(read == model)
  }

  @Test func `VC-32: high dynamic range stays, or is mapped to the composition's colours`() throws {
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("hevc10-hdr10.mp4"), .video)
    let size = (Int(track.naturalSize.width), Int(track.naturalSize.height))
    let composition = AVMutableVideoComposition([track], size: size, until: 100_000)
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 10))
    func picture(_ output: AVAssetReaderOutput) throws -> RangeReading.Picture {
      let reader = try AVAssetReader(asset: asset)
      reader.timeRange = second
      reader.add(output)
      return try RangeReading.Picture(try #require(try RangeReading(started: reader, output).rest().first))
    }
    func composed() throws -> RangeReading.Picture {
      let output = AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: nil)
      output.videoComposition = composition
      return try picture(output)
    }
    let plain = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    #expect(try composed().hash == picture(plain).hash)
    composition.colorPrimaries = AVVideoColorPrimaries_ITU_R_709_2
    composition.colorTransferFunction = AVVideoTransferFunction_ITU_R_709_2
    composition.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_709_2
    let mapped = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    mapped.mapsTonesToStandardRange = true
    #expect(try composed().hash == picture(mapped).hash)
  }

  @Test func `VC-24: with a linear transfer function light is blended`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("grey.mov")
    let colors = [
      AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
      AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
      AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
    ]
    try WrittenFile.video(url, settings: Settings.video([AVVideoColorPropertiesKey: colors]), count: 1) { _ in
      ComputedMedia.picture(width: 64, height: 48, brightness: 126)
    }
    let (asset, track) = try ReadMedia.track(url, .video)
    func blended(_ transfer: CFString?) throws -> (luma: Int, transfer: NSString?) {
      let composition = AVMutableVideoComposition([track], until: 4, background: .white) {
        $0[0].setOpacity(0.5, at: .zero)
      }
      composition.colorTransferFunction = transfer as String?
      let buffer = try #require(try ComposedReading.samples(asset, composition).first?.imageBuffer)
      let attached = CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil)
      return (ModelPicture(buffer).planes[0][1000], attached as? NSString)
    }
    let coded = try blended(nil)
    #expect(coded.luma == (126 + 235 + 1) / 2 && coded.transfer == kCVImageBufferTransferFunction_ITU_R_709_2)
    let linear = try blended(kCVImageBufferTransferFunction_Linear)
    // The light of a screen: BT.1886.
    let light = pow(110.0 / 219, 2.4)
    #expect(abs(Double(linear.luma) - (16 + 219 * (light + 1) / 2)) <= 2)
    #expect(linear.transfer == kCVImageBufferTransferFunction_Linear)
  }

  @Test func `VC-30: chroma that is moved by half a sample is interpolated, and luma is not`() throws {
    let composition = AVMutableVideoComposition([tracks[0]]) { layers in
      layers[0].setTransform(CGAffineTransform(translationX: 5, y: 2), at: .zero)
    }
    let read = try ComposedReading.pictures(asset, composition)[4]
    var model = ModelPicture(width: 64, height: 48, filled: [16, 128, 128])
    let isExact = model.draw([
      .init(picture: sources.pictures[0][4], transform: CGAffineTransform(translationX: 5, y: 2))
    ])
    #expect(isExact == [true, false, false])
    #expect(read.planes[0] == model.planes[0])
    #expect(read.difference(to: model, plane: 1) <= 1 && read.difference(to: model, plane: 2) <= 1)
  }

  @Test func `VC-31: slanted pictures are interpolated`() throws {
    let transform = CGAffineTransform(rotationAngle: 0.4).concatenating(CGAffineTransform(translationX: 20, y: -6))
    let composition = AVMutableVideoComposition([tracks[0]], background: .white) { layers in
      layers[0].setTransform(transform, at: .zero)
    }
    let read = try ComposedReading.pictures(asset, composition)[2]
    let source = sources.pictures[0][2]
    let inverse = transform.inverted()
    var inner = 0
    // Within the edges it is the model's interpolation, and well outside of them the background.
    for y in 0..<48 {
      for x in 0..<64 {
        let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(inverse)
        let edge = min(min(point.x, 64 - point.x), min(point.y, 48 - point.y))
        let value = read.planes[0][y * 64 + x]
        if edge > 1 {
          inner += 1
          #expect(abs(Double(value) - source.lumaInterpolated(at: point)) <= 1, "\(x), \(y)")
        } else if edge < -1 {
          #expect(value == 235, "\(x), \(y)")
        }
      }
    }
    #expect(inner > 500)
  }

  @Test func `VC-32: the pixel format is that of the finest track, or the one that is asked for`() throws {
    func format(_ names: [String], _ settings: [String: Any]? = nil) throws -> CVPixelBuffer {
      let asset = AVMutableComposition()
      for name in names {
        let (source, sourceTrack) = try ReadMedia.track(MediaFiles.fixture(name), .video)
        let track = asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
        try track?.insertTimeRange(
          CMTimeRange(start: .zero, duration: source.duration), of: sourceTrack, at: .zero)
      }
      let composition = AVMutableVideoComposition(asset.tracks, until: 100_000) { layers in
        for layer in layers { layer.setOpacity(0.5, at: .zero) }
      }
      let sample = try #require(try ComposedReading.samples(asset, composition, settings: settings).first)
      return try #require(sample.imageBuffer)
    }
    #expect(
      CVPixelBufferGetPixelFormatType(try format(["h264-pcm.mov"])) == kCVPixelFormatType_420YpCbCr8Planar)
    // ProRes has 4:2:2 and more than eight bits, and the result as much.
    let deep = try format(["h264-pcm.mov", "prores-pcm24.mov"])
    #expect(CVPixelBufferGetHeightOfPlane(deep, 1) == CVPixelBufferGetHeight(deep))
    #expect(CVPixelBufferGetWidthOfPlane(deep, 1) * 2 == CVPixelBufferGetWidth(deep))
    #expect(CVPixelBufferGetBytesPerRowOfPlane(deep, 0) >= 2 * CVPixelBufferGetWidth(deep))
    let wanted = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    #expect(CVPixelBufferGetPixelFormatType(try format(["h264-pcm.mov"], wanted)) == kCVPixelFormatType_32BGRA)
  }

  @Test func `VC-33: the background is opaque, in the composed picture's own encoding`() throws {
    let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.25)
    let composition = AVMutableVideoComposition([], background: blue)
    composition.colorYCbCrMatrix = kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String
    let read = try ComposedReading.pictures(asset, composition)[0]
    #expect(read.planes[0].allSatisfy { $0 == 32 } && read.planes[1].allSatisfy { $0 == 240 })
    #expect(read.planes[2].allSatisfy { $0 == 118 })
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    let buffer = try #require(try ComposedReading.samples(asset, composition, settings: settings).first?.imageBuffer)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    #expect(Array(UnsafeRawBufferPointer(start: base, count: 4)) == [255, 0, 0, 255])
  }

  @Test func `VC-34: interlaced pictures are composed as whole pictures`() throws {
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("h264-interlaced.mov"), .video)
    let size = (Int(track.naturalSize.width), Int(track.naturalSize.height))
    let composition = AVMutableVideoComposition([track], size: size, until: 100_000) { layers in
      layers[0].setTransform(CGAffineTransform(translationX: 0, y: 2), at: .zero)
    }
    let read = try #require(try ComposedReading.pictures(asset, composition).first)
    var first: ModelPicture?
    try ReadMedia.forEachSample(of: MediaFiles.fixture("h264-interlaced.mov"), .video, settings: [:]) {
      first = first ?? ModelPicture($0.imageBuffer!)
    }
    var model = ModelPicture(width: size.0, height: size.1, filled: [16, 128, 128])
    _ = model.draw([
      .init(picture: try #require(first), transform: CGAffineTransform(translationX: 0, y: 2))
    ])
    #expect(read.planes[0] == model.planes[0])
  }
}
