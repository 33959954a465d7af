import CoreAudioTypes
import CoreGraphics
import CoreMedia
import CoreVideo
import Testing

/// What programs compare that hold an object whose class they do not know.
@Suite struct TypeIdentityTests {
  @Test func `each class is known by its function`() throws {
    var picture: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 16, 16, kCVPixelFormatType_32BGRA, nil, &picture) == kCVReturnSuccess)
    var pool: CVPixelBufferPool?
    let attributes: [String: Any] = [
      String(describing: kCVPixelBufferPixelFormatTypeKey): kCVPixelFormatType_32BGRA,
      String(describing: kCVPixelBufferWidthKey): 16, String(describing: kCVPixelBufferHeightKey): 16,
    ]
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &pool) == kCVReturnSuccess)
    let format = try CMFormatDescription(imageBuffer: #require(picture))
    let sample = try CMSampleBuffer(
      imageBuffer: #require(picture), formatDescription: format,
      sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
    let pairs: [(CFTypeID, CFTypeID)] = [
      (CFGetTypeID(try #require(picture)), CVPixelBufferGetTypeID()),
      (CFGetTypeID(try #require(pool)), CVPixelBufferPoolGetTypeID()),
      (CFGetTypeID(try CMBlockBuffer()), CMBlockBufferGetTypeID()),
      (CFGetTypeID(format), CMFormatDescriptionGetTypeID()),
      (CFGetTypeID(sample), CMSampleBufferGetTypeID()),
    ]
    for (object, known) in pairs { #expect(object == known) }
    #expect(Set(pairs.map(\.1)).count == pairs.count)
  }
}
