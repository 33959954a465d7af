import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport

/// The decoded pictures of another reader after a change to each of them, the same number and at the same times.
///
/// One caller at a time reads; all other calls are passed on to the reader of the pictures.
final class ChangedPictures: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads.
  private let pictures: any SampleReader
  private let keepsPixelAspect: Bool
  private let keepsCleanAperture: Bool
  private let change: (Picture, CMTime) throws -> Picture?
  private var format = PictureSeriesFormat()

  /// - Parameters:
  ///   - keepsPixelAspect: a Boolean value that says whether pixels keep their shape. Otherwise they are square.
  ///   - keepsCleanAperture: a Boolean value that says whether the pictures stay where they are in their own size, so
  ///     that the same part of them is to be shown.
  ///   - change: returns the changed picture for a picture and its time; `nil` if it stays as it is.
  init(
    _ pictures: any SampleReader, keepsPixelAspect: Bool = true, keepsCleanAperture: Bool = true,
    _ change: @escaping (Picture, CMTime) throws -> Picture?
  ) {
    (self.pictures, self.change) = (pictures, change)
    (self.keepsPixelAspect, self.keepsCleanAperture) = (keepsPixelAspect, keepsCleanAperture)
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  func next() throws -> CMSampleBuffer? {
    guard let sample = try pictures.next() else { return nil }
    guard let buffer = sample.imageBuffer,
      let changed = try change(Picture(buffer), sample.presentationTimeStamp)
    else { return sample }
    let made = try changed.pixelBuffer()
    made.storedAttachments = buffer.storedAttachments
    if !keepsPixelAspect { CVBufferRemoveAttachment(made, kCVImageBufferPixelAspectRatioKey) }
    if !keepsCleanAperture { CVBufferRemoveAttachment(made, kCVImageBufferCleanApertureKey) }
    let timing = CMSampleTimingInfo(
      duration: sample.duration, presentationTimeStamp: sample.presentationTimeStamp, decodeTimeStamp: .invalid)
    let result = CMSampleBuffer(imageBuffer: made, format: try format.description(of: made), timing: timing)
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
  /// Returns a reader of the same pictures faded to other levels. It is this reader if there are no ramps.
  package func faded(by levels: PictureLevels) -> any SampleReader {
    if levels.ramps.isEmpty { return self }
    let fader = PictureFader()
    return ChangedPictures(self) { picture, time in
      let faded = try fader.fade(picture, to: levels.level(at: time))
      return faded.owner === picture.owner ? nil : faded
    }
  }
}
