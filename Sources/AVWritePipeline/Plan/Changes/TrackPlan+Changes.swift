internal import AVFoundation

/// The changes to a track's facts by encoding it.
extension TrackPlan {
  var changes: [PlannedChange] {
    switch action {
    case .copy: matrixChanges
    case .encodeVideo(let encoding): changes(by: encoding)
    case .encodeAudio(let encoding): changes(by: encoding)
    case .convertText(let encoding):
      [
        .converting(only: source.factName, to: kind.rawValue, reason),
        .converting(source.factName + ".codec", to: encoding.codec.withoutTrailingSpaces, reason),
        .dropping(source.factName + ".style.definitions", "not kept when text is converted"),
      ]
    }
  }

  private static let isTurned = "the pictures are rotated instead"

  private func changes(by encoding: VideoEncoding) -> [PlannedChange] {
    let name = source.factName
    let ofThePictures = "it describes the source's pictures, which are encoded again"
    var changes: [PlannedChange] = [
      .converting(name + ".codec", to: codec, reason), .dropping(name + ".video.dolbyVision", ofThePictures),
      .dropping(name + ".video.hdr10Plus", ofThePictures),
      .dropping(name + ".video.spatial.views", "only one view is decoded and encoded"),
      .dropping(name + ".video.spatial", ofThePictures),
      .dropping(name + ".video.timecode", "encoded pictures carry no timecode"),
    ]
    if !encoding.keepsAlpha {
      let reason =
        encoding.arrangement.edits.draws
        ? "pictures with --pad or --overlay are opaque" : "\(encoding.codec.rawValue) is encoded without alpha"
      changes.append(.dropping(name + ".video.alpha", reason))
    }
    if let reason = encoding.reasonAgainstCaptions { changes.append(.dropping(name + ".video.captions", reason)) }
    guard let video = source.video else { return changes }
    if video.isRGB, encoding.codec != .ffv1 {
      changes += ["matrix", "range"].map {
        .converting("\(name).video.color.\($0)", "RGB is converted to luma and chroma")
      }
    }
    if encoding.codec == .prores, video.isFullRange == true {
      changes.append(.dropping(name + ".video.color.range", "prores has video range alone"))
    }
    if encoding.isToneMapped {
      let reason = "tone-mapped to SDR; --tone-map off keeps HDR, best with --video-codec hevc"
      changes += ["primaries", "transfer", "matrix"].map { .converting("\(name).video.color.\($0)", reason) }
      changes += ["masteringDisplay", "contentLight"].map { .dropping("\(name).video.\($0)", reason) }
    }
    if encoding.codec == .mjpeg {
      changes += [
        .converting(name + ".video.color.matrix", to: "ITU_R_601_4", "mjpeg has the matrix of BT.601 alone"),
        .converting(name + ".video.color.range", to: "full", "mjpeg has full range alone"),
      ]
    }
    if encoding.isTurned {
      changes += ["rotation", "matrix"].map { .dropping("\(name).video.\($0)", Self.isTurned) }
      changes.append(.converting(name + ".video.chromaLocation", Self.isTurned))
    }
    let coded = encoding.codedSize(hasFields: video.fields != nil)
    if (video.width, video.height) != (encoding.width, encoding.height) {
      let reason = encoding.reasonForSize ?? Self.isTurned
      changes += [
        .converting(name + ".video.size", to: "\(coded.width)x\(coded.height)", reason),
        .converting(name + ".video.cleanAperture", reason),
        encoding.pixelAspect.isSquare
          ? .dropping(name + ".video.pixelAspect", "scaled to square pixels")
          : .converting(
            name + ".video.pixelAspect", to: "\(encoding.pixelAspect.horizontal):\(encoding.pixelAspect.vertical)",
            reason),
      ]
    } else {
      // It is the source's size where nothing is added.
      let reason = "\(encoding.codec.rawValue) codes an even number of columns and rows"
      changes += [
        .converting(name + ".video.size", to: "\(coded.width)x\(coded.height)", reason),
        encoding.codedAperture(hasFields: video.fields != nil).map {
          .converting(name + ".video.cleanAperture", to: $0.text, reason)
        } ?? .dropping(name + ".video.cleanAperture", "it is not that of all encoded pictures"),
      ]
    }
    if let depth = encoding.bitsPerComponent {
      changes.append(.converting(name + ".video.bitDepth", to: "\(depth)", depthReason(video, depth)))
    }
    if let chroma = encoding.compression.pixelFormat?.chroma {
      changes.append(.converting(name + ".video.chroma", to: chroma, "the pixel format that is encoded"))
    } else if encoding.isTurned {
      changes.append(.converting(name + ".video.chroma", Self.isTurned))
    }
    if encoding.isDeinterlaced {
      changes.append(.dropping(name + ".video.fields", "deinterlaced"))
    }
    if let rate = encoding.frameRate {
      let asked = "frame rate changed to \(rate.text)"
      changes += ["video.frameRate", "samples", "timeScale"].map { .converting("\(name).\($0)", asked) }
    }
    return changes
  }

  private func depthReason(_ video: TrackFacts.Video, _ depth: Int) -> String {
    video.hasHighDynamicRange && depth == 8 && action.pictureForm?.isToneMapped != true
      ? "HDR in 8 bits shows banding; --video-codec hevc has 10 bits"
      : "the bit depth that is encoded"
  }

  private func changes(by encoding: AudioEncoding) -> [PlannedChange] {
    let name = source.factName
    let mixed = encoding.channels <= 2 && source.audio?.hasLowFrequencies == true ? Self.isMixedWithoutLow : "mixed"
    var changes: [PlannedChange] = [
      .converting(name + ".codec", to: codec.withoutTrailingSpaces, reason),
      .dropping(name + ".audio.sampleRate.input", "it describes the source's own encoding"),
      .converting(name + ".audio.sampleRate", to: "\(encoding.sampleRate)", "resampled"),
      .converting(name + ".audio.channels", to: "\(encoding.channels)", mixed),
    ]
    if source.audio?.channels != encoding.channels { changes.append(.converting(name + ".audio.layout", mixed)) }
    if let bits = encoding.format.bits {
      changes.append(.converting(name + ".audio.bitDepth", to: "\(bits)", "the bit depth that is encoded"))
    } else {
      changes.append(.dropping(name + ".audio.bitDepth", "\(encoding.format.name) has no bit depth"))
    }
    return changes
  }

  /// Mono and stereo are mixed without the channels of low frequencies, as decoders of sound mix them.
  private static let isMixedWithoutLow = "mixed, without the channel of low frequencies"

  /// The codec of the output's track, as four characters.
  var codec: String {
    switch action {
    case .copy: source.codec
    case .encodeVideo(let encoding): encoding.codec.type?.rawValue ?? source.codec
    case .encodeAudio(let encoding):
      encoding.format.codec.formatID.map { String(fourCharacters: $0) } ?? source.codec
    case .convertText(let encoding): encoding.codec
    }
  }
}

extension TrackFacts.Audio {
  /// A Boolean value that says whether there is a channel of low frequencies. The name of a layout has their number
  /// after its first point, or is a list of speakers.
  fileprivate var hasLowFrequencies: Bool {
    layout.contains("LFE") || [".1", ".2"].contains { layout.contains($0) }
  }
}
