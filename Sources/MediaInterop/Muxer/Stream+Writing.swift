internal import CFFmpeg
internal import MediaSupport

extension Stream {
  /// Sets the properties of a container's new stream, except the texts.
  func describe(_ stream: UnsafeMutablePointer<AVStream>, in container: Muxer.Container) throws(MediaError) {
    try check(
      parameters.withCParameters { avcodec_parameters_copy(stream.pointee.codecpar, $0) }, .outOfMemory, .writing,
      "cannot add a stream")
    stream.pointee.time_base = timeBase.cValue
    stream.pointee.disposition = disposition.rawValue
    stream.pointee.sample_aspect_ratio = stream.pointee.codecpar.pointee.sample_aspect_ratio
    if let rate = averageFrameRate { stream.pointee.avg_frame_rate = rate.cValue }
    if let masteringDisplay {
      try Stream.add(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, masteringDisplay.libraryValue, to: stream)
    }
    if let contentLightLevel {
      let level = AVContentLightMetadata(MaxCLL: contentLightLevel.maximum, MaxFALL: contentLightLevel.maximumAverage)
      try Stream.add(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, level, to: stream)
    }
    if container.isMatroska, let turn {
      try Stream.add(AV_PKT_DATA_SPHERICAL, FlatProjection.libraryValue(of: turn), to: stream)
    }
    if let dolbyVision { try Stream.add(AV_PKT_DATA_DOVI_CONF, dolbyVision.libraryValue, to: stream) }
  }

  private static func add<Value: BitwiseCopyable>(
    _ type: AVPacketSideDataType, _ value: Value, to stream: UnsafeMutablePointer<AVStream>
  ) throws(MediaError) {
    guard let bytes = cff_stream_new_side_data(stream, type, MemoryLayout<Value>.size) else {
      throw .outOfMemory(.writing)
    }
    UnsafeMutableRawPointer(bytes).storeBytes(of: value, as: Value.self)
  }
}

extension MasteringDisplay {
  fileprivate var libraryValue: AVMasteringDisplayMetadata {
    var result = AVMasteringDisplayMetadata()
    if let primaries {
      func pair(_ color: Chromaticity) -> (AVRational, AVRational) { (color.x.cValue, color.y.cValue) }
      result.display_primaries = (pair(primaries.red), pair(primaries.green), pair(primaries.blue))
      result.white_point = pair(primaries.whitePoint)
      result.has_primaries = 1
    }
    if let luminance {
      result.min_luminance = luminance.minimum.cValue
      result.max_luminance = luminance.maximum.cValue
      result.has_luminance = 1
    }
    return result
  }
}
