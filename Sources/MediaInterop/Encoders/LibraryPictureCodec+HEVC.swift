extension LibraryPictureCodec {
  /// HEVC, encoded by x265, whose presets have the names of `EncoderSpeed`.
  static let hevc = LibraryPictureCodec(
    id: .hevc, encoder: "libx265",
    pixelFormats: [.yuv420p, .yuv420p10, .yuv422p, .yuv422p10, .yuv444p, .yuv444p10, .yuv420p12],
    leastSide: 16, qualities: 0...51,
    options: { settings in
      var options = ["preset": settings.speed.rawValue, "forced-idr": "1", "x265-params": settings.x265Parameters]
      if case .constantQuality(let factor)? = settings.rateControl { options["crf"] = "\(factor)" }
      if settings.isLowDelay { options["tune"] = "zerolatency" }
      return options
    },
    // The encoder's delay is known from the third picture on, and undefined before that.
    leastTimedPictures: 3)
}

extension VideoEncoder.Settings {
  /// The number of pictures that x265 encodes concurrently. Rows of one picture are still encoded in parallel.
  ///
  /// With three pictures, x265 3.5 produced other bytes in 15 of 4,200 runs with the same 25 pictures on a busy
  /// machine; with one it did in none of 4,200. The values that B-frames inherit by `cutree` are in buffers whose reuse
  /// depends on the timing of the threads. Every job that is resumed, split or compared relies on streams that do not
  /// differ from run to run.
  private static let frameThreads = 1

  /// The least number of blocks of 8 pixels in a row of the look-ahead, which has half the picture's size. With fewer,
  /// x265 3.5 writes beyond the row in which it adds up how much later pictures depend on it (`cutree`).
  private static let leastBlocksOfTree = 4

  private var hasRoomForTree: Bool { (width / 2 + 7) / 8 >= Self.leastBlocksOfTree }

  fileprivate var x265Parameters: String {
    var parameters = ["log-level": "none", "frame-threads": "\(Self.frameThreads)"]
    switch keyFrameLimit {
    case .usual: break
    case .none: parameters["keyint"] = "-1"
    case .pictures(let count): parameters["keyint"] = "\(count)"
    }
    if reordersFrames == false { parameters["bframes"] = "0" }
    if !hasRoomForTree { parameters["cutree"] = "0" }
    let display = masteringDisplay?.x265
    if let display { parameters["master-display"] = display }
    if let level = contentLightLevel { parameters["max-cll"] = "\(level.maximum),\(level.maximumAverage)" }
    if display != nil || contentLightLevel != nil { parameters["hdr10"] = "1" }
    return Self.joined(parameters)
  }
}

extension MasteringDisplay {
  /// The display as x265's parameter, in whole steps; `nil` if primaries or luminance are unknown.
  fileprivate var x265: String? {
    guard let primaries, let luminance else { return nil }
    func point(_ name: String, _ color: Chromaticity) -> String {
      "\(name)(\(color.x.inSteps(of: Self.colorSteps)),\(color.y.inSteps(of: Self.colorSteps)))"
    }
    let colors = point("G", primaries.green) + point("B", primaries.blue) + point("R", primaries.red)
    let (highest, lowest) = (
      luminance.maximum.inSteps(of: Self.luminanceSteps), luminance.minimum.inSteps(of: Self.luminanceSteps)
    )
    return colors + point("WP", primaries.whitePoint) + "L(\(highest),\(lowest))"
  }
}
