import AVFoundation
import TestSupport
import Testing

@Suite("The pixel buffer adaptor")
struct PixelBufferAdaptorTests {
  private static var attributes: [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48,
    ]
  }

  private func adaptor(
    _ input: AVAssetWriterInput, _ attributes: [String: Any]? = Self.attributes
  ) -> AVAssetWriterInputPixelBufferAdaptor {
    AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: attributes)
  }

  @Test func `PB-01: an adaptor reports its input and attributes`() throws {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let adaptor = adaptor(input)
    #expect(adaptor.assetWriterInput === input)
    #expect(adaptor.sourcePixelBufferAttributes?[kCVPixelBufferWidthKey as String] as? Int == 64)
  }

  @Test func `PB-03, PB-04: the pool is nil before writing starts and without attributes`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let adaptor = adaptor(made.input)
    #expect(adaptor.pixelBufferPool == nil)
    made.start()
    #expect(adaptor.pixelBufferPool != nil)
    made.writer.cancelWriting()
    let other = try WriterWithInput(in: folder.url)
    let without = self.adaptor(other.input, nil)
    other.start()
    #expect(without.pixelBufferPool == nil)
    other.writer.cancelWriting()
  }

  @Test func `PB-06: outside a session append is false`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let adaptor = adaptor(made.input)
    #expect(made.writer.startWriting())
    #expect(!adaptor.append(ComputedMedia.picture(width: 64, height: 48), withPresentationTime: .zero))
    made.writer.cancelWriting()
  }

  @Test func `PB-09: an appended buffer is kept until it is consumed`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let adaptor = adaptor(made.input, nil)
    made.start()
    for index in 0..<10 {
      made.input.waitUntilReady()
      // The only reference is the writer's once the picture is appended.
      let picture = ComputedMedia.picture(width: 64, height: 48, brightness: UInt8(40 + 15 * index))
      #expect(adaptor.append(picture, withPresentationTime: CMTime(value: CMTimeValue(index), timescale: 25)))
    }
    try finishWriting(made.writer)
    for (index, picture) in try ReadMedia.pictures(made.writer.outputURL).enumerated() {
      #expect(picture.luma.allSatisfy { abs(Int($0) - (40 + 15 * index)) <= 3 })
    }
  }

  @Test func `PB-09: when writing failed append is false, and status and error say why`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let adaptor = adaptor(made.input, nil)
    try await bounded {
      made.start()
      repeat {
        made.input.waitUntilReady()
        // Every picture at the same time.
      } while adaptor.append(ComputedMedia.picture(width: 64, height: 48), withPresentationTime: .zero)
    }
    #expect(made.writer.status == .failed)
    #expect((made.writer.error as? AVError)?.code == .encodeFailed)
  }

  @Test func `PB-09: after cancellation append is false`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let adaptor = adaptor(made.input)
    made.start()
    made.writer.cancelWriting()
    #expect(!adaptor.append(ComputedMedia.picture(width: 64, height: 48), withPresentationTime: .zero))
  }

  @Test func `PB-10: buffers from the pool and from elsewhere are written alike`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let adaptor = adaptor(made.input)
    try await bounded {
      made.start()
      for index in 0..<20 {
        var buffer: CVPixelBuffer?
        if index % 2 == 0 {
          #expect(
            CVPixelBufferPoolCreatePixelBuffer(nil, adaptor.pixelBufferPool!, &buffer) == kCVReturnSuccess)
          let pooled = buffer!
          #expect(CVPixelBufferGetPixelFormatType(pooled) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
          CVPixelBufferLockBaseAddress(pooled, [])
          for plane in 0..<2 {
            CVPixelBufferGetBaseAddressOfPlane(pooled, plane)!.initializeMemory(
              as: UInt8.self, repeating: 0x80,
              count: CVPixelBufferGetBytesPerRowOfPlane(pooled, plane) * CVPixelBufferGetHeightOfPlane(pooled, plane))
          }
          CVPixelBufferUnlockBaseAddress(pooled, [])
        } else {
          buffer = ComputedMedia.picture(width: 64, height: 48, brightness: 0x80)
        }
        made.input.waitUntilReady()
        #expect(adaptor.append(buffer!, withPresentationTime: CMTime(value: CMTimeValue(index), timescale: 25)))
      }
      try finishWriting(made.writer)
    }
    let pictures = try ReadMedia.pictures(made.writer.outputURL)
    #expect(pictures.map(\.time) == (0..<20).map { CMTime(value: $0, timescale: 25) })
    #expect(pictures.allSatisfy { $0.luma.allSatisfy { (126...130).contains($0) } })
  }
}
