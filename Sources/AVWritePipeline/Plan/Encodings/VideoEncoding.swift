/// The encoding of a video track.
public struct VideoEncoding: Sendable, Hashable {
  public var codec: VideoChoice.Codec
  /// A Boolean value that says whether the source's high dynamic range becomes BT.709 of standard range.
  public var isToneMapped = false
  /// The arrangement of the source's pictures before they are encoded.
  var arrangement = PictureArrangement()
  /// The width and the height of the encoded picture, before the output track's matrix.
  public var width: Int
  public var height: Int
  public var pixelAspect: TrackFacts.PixelAspect
  /// The part of the encoded picture that is meant to be seen, or nil for all of it.
  var cleanAperture: TrackFacts.CleanAperture?
  /// The matrix of the output track: a, b, c, d, tx, ty.
  public var transform: [Double]
  /// The settings of the encoder. Its rate control is nil where the codec has none to choose.
  public var compression: VideoCompression
  /// A Boolean value that says whether the encoder makes several passes to reach a target.
  public var makesPasses = false
  /// A Boolean value that says whether pictures are encoded in segments, several at once.
  public var isSplit = false
  /// The frame rate. Every picture keeps its own time when nil.
  public var frameRate: FrameRate?
  /// A Boolean value that says whether interlaced pictures are deinterlaced.
  public var isDeinterlaced = false
  /// The fades at the ends of the output, or nil if there are none. They are applied to pictures last, before these are
  /// scaled and encoded.
  public var fades: Fades?
}

extension VideoEncoding {
  /// The depth of the encoded samples, or nil if every bit of the source is kept.
  var bitsPerComponent: Int? { codec == .prores ? 10 : compression.pixelFormat?.bitsPerComponent }
}

extension VideoEncoding {
  /// A Boolean value that says whether the source's pictures are turned as they are shown, and lose their matrix.
  var isTurned: Bool { arrangement.turn != nil }

  /// The geometry of the encoded pictures.
  var geometry: Geometry {
    Geometry(width: width, height: height, pixelAspect: pixelAspect, transform: transform)
  }

  /// Returns the size of the pictures as they are coded. Most codecs have an even number of columns and rows, and the two
  /// fields of H.264 whole rows of chroma each.
  ///
  /// - Parameter hasFields: a Boolean value that says whether the source's pictures are interlaced.
  func codedSize(hasFields: Bool) -> (width: Int, height: Int) {
    let step = codec.encodesOddSizes ? 1 : 2
    let isInterlaced = hasFields && !isDeinterlaced && codec == .h264
    let rowStep = isInterlaced && compression.pixelFormat?.chroma == "4:2:0" ? 2 * step : step
    func rounded(_ length: Int, _ step: Int) -> Int { (length + step - 1) / step * step }
    return (rounded(width, step), rounded(height, rowStep))
  }

  /// Returns the clean aperture of the pictures as they are coded. Columns and rows are added at the right and the bottom,
  /// so that its centre moves to the left of theirs, and above it.
  func codedAperture(hasFields: Bool) -> TrackFacts.CleanAperture? {
    guard var aperture = cleanAperture else { return nil }
    let coded = codedSize(hasFields: hasFields)
    aperture.horizontalOffset += Double(width - coded.width) / 2
    aperture.verticalOffset += Double(height - coded.height) / 2
    return aperture
  }

  /// The reason why pictures have another size than the source's, or nil if a turn alone changes it.
  var reasonForSize: String? {
    var edits = arrangement.edits
    (edits.rotation, edits.flip, edits.overlays) = (nil, nil, [])
    let scaling = arrangement.isScaled ? "scaled to the size that was asked for" : nil
    let reasons = [edits.isEmpty ? nil : edits.reason, scaling].compactMap { $0 }
    return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
  }

  /// A Boolean value that says whether transparency is kept.
  var keepsAlpha: Bool {
    if arrangement.edits.draws { return false }
    switch (codec, compression.profile) {
    case (.ffv1, _), (.prores, .fullChroma), (.prores, .fullChromaXQ): return true
    case (.vp9, _): return compression.pixelFormat == .yuva420p
    default: return false
    }
  }
}

extension VideoEncoding {
  /// The reason why closed captions that pictures carry are not written, or nil if they are.
  var reasonAgainstCaptions: String? {
    guard [.h264, .hevc].contains(codec) else { return "\(codec.rawValue) is encoded without captions" }
    return frameRate.map { "captions belong to single pictures, and the frame rate changes to \($0.text)" }
  }
}

extension TrackPlan.Action {
  /// A Boolean value that says whether pictures are encoded in segments.
  var isSplit: Bool { if case .encodeVideo(let encoding) = self { encoding.isSplit } else { false } }

  /// A Boolean value that says whether pictures are encoded in several passes.
  var makesPasses: Bool { if case .encodeVideo(let encoding) = self { encoding.makesPasses } else { false } }

  /// A Boolean value that says whether the writer's encoder makes several passes, and the source is read in each. The
  /// passes over segments are made by the reader.
  var makesPassesInWriter: Bool { makesPasses && !isSplit }
}
