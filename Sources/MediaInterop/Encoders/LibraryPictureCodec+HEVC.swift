extension LibraryPictureCodec {
  /// HEVC by x265, whose presets are called like `EncoderSpeed`.
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
    // Its delay is known from the third picture on, and undefined before.
    leastTimedPictures: 3)
}

extension VideoEncoder.Settings {
  /// x265's frame threads: their number changes the stream, so it is not the machine's. Three keep four cores busy.
  ///
  /// With more than one, what the control of an average bit rate knows of the pictures before was left to the threads:
  /// 7 in 1,020 streams of x265 3.5 had other bytes, and none in 420 with one.
  private var frameThreads: Int {
    if case .averageBitRate? = rateControl { return 1 }
    return isLowDelay ? 1 : 3
  }

  /// Where a row of the look-ahead, which halves the picture, has fewer blocks of 8 pixels than this, x265 3.5 writes behind
  /// the row in which it adds up what later pictures take from it (`cutree`).
  private static let leastBlocksOfTree = 4

  private var hasRoomForTree: Bool { (width / 2 + 7) / 8 >= Self.leastBlocksOfTree }

  fileprivate var x265Parameters: String {
    var parameters = ["log-level": "none", "frame-threads": "\(frameThreads)"]
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
  /// In whole steps; `nil` where one of the two is unknown.
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
