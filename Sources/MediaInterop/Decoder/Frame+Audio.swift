internal import CFFmpeg
internal import MediaSupport

extension Frame {
  /// The number of audible samples per channel; zero for a picture.
  package var sampleCount: Int { max(0, Int(pointer.pointee.nb_samples) - trimStart - trimEnd) }

  /// The format of the samples; `nil` for a picture.
  package var audioFormat: AudioFormat? {
    let frame = pointer.pointee
    let layout = ChannelLayout(frame.ch_layout)
    guard frame.sample_rate > 0, layout.count > 0,
      let (sampleFormat, isPlanar) = SampleFormat.format(AVSampleFormat(rawValue: frame.format))
    else { return nil }
    return AudioFormat(
      sampleRate: Int(frame.sample_rate), layout: layout, sampleFormat: sampleFormat, isPlanar: isPlanar)
  }

  /// The samples as decoded, planar or interleaved; `nil` for a picture.
  package var audio: PCMBuffer? {
    guard let format = audioFormat else { return nil }
    var planes: [UnsafeMutableRawPointer] = []
    for index in 0..<(format.isPlanar ? format.layout.count : 1) {
      guard let base = cff_frame_plane(pointer, Int32(index)) else { return nil }
      let bytesPerSample = format.sampleFormat.bytesPerSample * (format.isPlanar ? 1 : format.layout.count)
      planes.append(UnsafeMutableRawPointer(base) + trimStart * bytesPerSample)
    }
    return PCMBuffer(format: format, sampleCount: sampleCount, planes: planes, owner: self)
  }
}
