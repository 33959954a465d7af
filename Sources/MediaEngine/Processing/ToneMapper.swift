import MediaInterop

/// Converts pictures of high dynamic range to BT.709, in their own pixel format. One thread at a time.
final class ToneMapper {
  private var toLight: PictureAdapter?
  private var toVideo: PictureConverter?
  private var toneMap: (source: ToneMap.Source, map: ToneMap)?

  /// H.273's number of BT.709, for primaries, transfer and matrix.
  private static let bt709: UInt8 = 1

  /// - Throws: `MediaError(.unsupportedSettings)` for pictures that no converter reads or produces.
  func map(_ picture: Picture, _ source: ToneMap.Source) throws -> Picture {
    let map =
      if let toneMap, toneMap.source == source { toneMap.map } else { ToneMap(source, gamma: ToneMap.videoGamma) }
    toneMap = (source, map)
    let target = PictureAdapter.Target(format: .rgba64, width: picture.width, height: picture.height, isFullRange: true)
    let toLight =
      if let toLight, toLight.accepts(picture, target) { toLight } else {
        try PictureAdapter(from: picture, to: target)
      }
    self.toLight = toLight
    // Pictures without conversion are in the decoder's memory, which must not be changed.
    var light =
      try target.isMet(by: picture)
      ? picture.padded(toWidth: picture.width, height: picture.height) : toLight.adapt(picture)
    map.map(inPlace: light)
    (light.color.primaries, light.color.transfer) = (Self.bt709, Self.bt709)
    let wanted = PictureFormat(
      format: picture.format, width: picture.width, height: picture.height,
      color: ColorDescription(
        primaries: Self.bt709, transfer: Self.bt709, matrix: Self.bt709, isFullRange: false,
        chromaLocation: picture.color.chromaLocation))
    let toVideo =
      if let toVideo, toVideo.source == PictureFormat(light), toVideo.destination.format == wanted.format {
        toVideo
      } else {
        try PictureConverter(from: PictureFormat(light), to: wanted)
      }
    self.toVideo = toVideo
    return try toVideo.convert(light)
  }
}
