import CoreMedia
import CoreVideo
import MediaInterop
package import MediaSupport

/// Reads a track's pictures laid out anew, as many and at the same times.
///
/// One caller at a time reads; what others ask for goes to the reader of the pictures.
final class LaidOutPictures: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads.
  private let reader: any SampleReader
  private let compositor: LayoutCompositor
  private let keepsPixelAspect: Bool
  private var description: CMFormatDescription?

  /// - Parameters:
  ///   - reader: reads the pictures.
  ///   - stills: the pictures that are drawn over each of them, the lowest first.
  /// - Throws: `MediaError(.unsupportedSettings)` for a still picture of a format that is unknown here.
  init(_ reader: any SampleReader, _ layout: PictureLayout, _ stills: [StillLayer]) throws {
    self.reader = reader
    compositor = try LayoutCompositor(layout, stills)
    keepsPixelAspect = layout.part.size == layout.place.size
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  func next() throws -> CMSampleBuffer? {
    guard let sample = try reader.next() else { return nil }
    guard let buffer = sample.imageBuffer else { return sample }
    let made = try compositor.compose(Picture(buffer)).pixelBuffer()
    made.storedAttachments = buffer.storedAttachments
    if !keepsPixelAspect { CVBufferRemoveAttachment(made, kCVImageBufferPixelAspectRatioKey) }
    let timing = CMSampleTimingInfo(
      duration: sample.duration, presentationTimeStamp: sample.presentationTimeStamp, decodeTimeStamp: .invalid)
    let result = CMSampleBuffer(imageBuffer: made, format: try format(of: made), timing: timing)
    if let captions = sample.closedCaptions { result.closedCaptions = captions }
    return result
  }

  private func format(of buffer: CVPixelBuffer) throws -> CMFormatDescription {
    if let description, CMVideoFormatDescriptionMatchesImageBuffer(description, imageBuffer: buffer) {
      return description
    }
    do {
      let made = try CMFormatDescription(imageBuffer: buffer)
      description = made
      return made
    } catch {
      throw MediaError(.internalError, .processing, "a picture's format cannot be described: \(error)")
    }
  }

  func reset(to timeRanges: [CMTimeRange]) { reader.reset(to: timeRanges) }

  func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) {
    reader.reset(to: timeRange, fromAccessPointAt: time)
  }

  func skip(to time: CMTime) { reader.skip(to: time) }
  func cancel() { reader.cancel() }
  var warnings: [String] { reader.warnings }
  var lostTimeRanges: [CMTimeRange] { reader.lostTimeRanges }
}

extension SampleReader {
  /// Returns a reader of the same pictures laid out anew: this one where there is no layout.
  ///
  /// - Throws: as `LaidOutPictures`.
  package func laidOut(by layout: PictureLayout?, under stills: [StillLayer]) throws -> any SampleReader {
    try layout.map { try LaidOutPictures(self, $0, stills) } ?? self
  }
}
