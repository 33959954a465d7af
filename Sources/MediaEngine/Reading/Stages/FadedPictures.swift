import CoreMedia
import CoreVideo
import MediaInterop

/// The decoded pictures of another reader, brought nearer to black as their times say. The times stay.
final class FadedPictures: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads, and nothing else changes.
  private let pictures: any SampleReader
  private let levels: PictureLevels
  private let fader = PictureFader()

  init(_ pictures: any SampleReader, _ levels: PictureLevels) { (self.pictures, self.levels) = (pictures, levels) }

  func next() throws -> CMSampleBuffer? {
    guard let sample = try pictures.next() else { return nil }
    guard let buffer = sample.imageBuffer else { return sample }
    let picture = try Picture(buffer)
    let faded = try fader.fade(picture, to: levels.level(at: sample.presentationTimeStamp))
    if faded.owner === picture.owner { return sample }
    let made = try faded.pixelBuffer()
    made.storedAttachments = buffer.storedAttachments
    let format = made.format == buffer.format ? sample.formatDescription : nil
    let result = CMSampleBuffer(
      imageBuffer: made, format: try format ?? CMFormatDescription(imageBuffer: made),
      timing: try sample.sampleTimingInfo(at: 0))
    if let captions = sample.closedCaptions { result.closedCaptions = captions }
    return result
  }

  func reset(to timeRanges: [CMTimeRange]) { pictures.reset(to: timeRanges) }

  func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) {
    pictures.reset(to: timeRange, fromAccessPointAt: time)
  }

  func skip(to time: CMTime) { pictures.skip(to: time) }
  func cancel() { pictures.cancel() }
  var warnings: [String] { pictures.warnings }
  var lostTimeRanges: [CMTimeRange] { pictures.lostTimeRanges }
}

extension SampleReader {
  /// Returns a reader of the same pictures at other levels: this one where there are no ramps.
  package func faded(by levels: PictureLevels) -> any SampleReader {
    levels.ramps.isEmpty ? self : FadedPictures(self, levels)
  }
}
