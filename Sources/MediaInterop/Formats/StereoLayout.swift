internal import CFFmpeg

/// The arrangement of the views of both eyes, by libavutil's names.
enum StereoLayout {
  /// Returns the name of the arrangement; `nil` for pictures of one view, and for too few bytes.
  static func name(sideData bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count >= MemoryLayout<AVStereo3D>.size else { return nil }
    let stereo = bytes.loadUnaligned(as: AVStereo3D.self)
    guard stereo.type != AV_STEREO3D_2D, let name = av_stereo3d_type_name(stereo.type.rawValue) else { return nil }
    return String(cString: name)
  }
}
