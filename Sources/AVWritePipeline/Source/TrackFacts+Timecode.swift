internal import AVFoundation

extension TrackFacts.Timecode {
  /// Reads the description, and the first frame's number from the first sample. The start is nil if that cannot be
  /// read.
  init?(_ track: AVAssetTrack) {
    guard let format = track.format, let frameDuration = ExactTime(format.frameDuration), frameDuration.value > 0 else {
      return nil
    }
    self.init(frameDuration: frameDuration, dropsFrames: format.timeCodeFlags.contains(.dropFrame))
    start = Self.firstNumber(of: track).flatMap { number in
      Timecode(frameNumber: number, nominalRate: Int64(format.frameQuanta), dropsFrameNumbers: dropsFrames)?.text
    }
  }

  /// Returns the first frame's number, which has four bytes (QuickTime File Format, "Timecode sample data").
  private static func firstNumber(of track: AVAssetTrack) -> Int64? {
    guard let asset = track.asset, let reader = try? asset.makeReader() else { return nil }
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    guard reader.canAdd(output) else { return nil }
    reader.add(output)
    defer { reader.cancelReading() }
    guard reader.startReading(), let data = output.copyNextSampleBuffer()?.dataBuffer, data.dataLength >= 4,
      let bytes = try? data.dataBytes()
    else { return nil }
    return bytes.prefix(4).reduce(0) { $0 << 8 | Int64($1) }
  }
}
