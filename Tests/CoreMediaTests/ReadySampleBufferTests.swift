import CoreAudioTypes
import CoreMedia
import CoreVideo
import Foundation
import Testing

/// Values that any thread may read, in place of buffers that anyone may change.
@Suite struct ReadySampleBufferTests {
  private static let attributes = CVPixelBufferCreationAttributes(
    pixelFormatType: CVPixelFormatType(rawValue: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
    size: CVImageSize(width: 18, height: 10), bytesPerRowAlignment: 16)

  @Test func `a mutable buffer is as its attributes say, and its bytes stay when it becomes read-only`() throws {
    let buffer = try CVMutablePixelBuffer(Self.attributes)
    let (size, format, planes) = (buffer.size, buffer.pixelFormatType, buffer.planeProperties)
    let (isPlanar, planeCount) = (buffer.isPlanar, buffer.planeCount)
    #expect(size == Self.attributes.size)
    #expect(format == Self.attributes.pixelFormatType)
    #expect(isPlanar && planeCount == 2)
    #expect(planes.map(\.bytesPerRow) == [32, 32])
    #expect(planes.map(\.size) == [CVImageSize(width: 18, height: 10), CVImageSize(width: 9, height: 5)])
    buffer.accessUnsafeMutableRawPlaneBytes { planes in
      for (index, plane) in planes.enumerated() {
        plane.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(index + 7))
      }
    }
    let picture = CVReadOnlyPixelBuffer(buffer)
    let sums = picture.accessUnsafeRawPlaneBytes { $0.map { $0.bytes.reduce(0) { $0 + Int($1) } } }
    #expect(sums == [7 * 32 * 10, 8 * 32 * 5])
  }

  @Test func `attributes that cannot be had throw CoreVideo's errors`() {
    var attributes = Self.attributes
    attributes.size = .zero
    #expect(throws: CVError.invalidSize) { _ = try CVMutablePixelBuffer(attributes) }
    attributes = Self.attributes
    attributes.pixelFormatType = CVPixelFormatType(rawValue: 0x7a7a_7a7a)
    #expect(throws: CVError.invalidPixelFormat) { _ = try CVMutablePixelBuffer(attributes) }
    attributes = Self.attributes
    attributes.planeAlignment = 3
    #expect(throws: CVError.invalidPixelBufferAttributes) {
      _ = try CVMutablePixelBuffer.Pool(pixelBufferAttributes: attributes)
    }
  }

  @Test func `a pool uses memory again, and keeps to its threshold`() throws {
    let pool = try CVMutablePixelBuffer.Pool(pixelBufferAttributes: Self.attributes)
    func address(_ buffer: borrowing CVMutablePixelBuffer) -> UInt {
      buffer.accessUnsafeRawPlaneBytes { UInt(bitPattern: $0[0].bytes.baseAddress) }
    }
    let first = try address(pool.makeMutablePixelBuffer())
    let second = try pool.makeMutablePixelBuffer(.init(allocationThreshold: 1))
    let again = address(second)
    #expect(again == first)
    #expect(throws: CVError.wouldExceedAllocationThreshold) {
      _ = try pool.makeMutablePixelBuffer(.init(allocationThreshold: 1))
    }
    pool.flush()
  }

  @Test func `a size in points is rounded, and what is no size is empty`() {
    #expect(CVImageSize(CGSize(width: 1.5, height: 2.4)) == CVImageSize(width: 2, height: 2))
    #expect(CVImageSize(CGSize(width: 1.5, height: 2.4), rounded: .down) == CVImageSize(width: 1, height: 2))
    #expect(CVImageSize(CGSize(width: Double.nan, height: 1e300)) == .zero)
  }

  @Test func `dynamic content is what the buffer holds, and converts to that alone`() throws {
    let time = CMTime(value: 3, timescale: 25)
    let picture = CVReadOnlyPixelBuffer(try CVMutablePixelBuffer(Self.attributes))
    let pictured = CMReadySampleBuffer(pixelBuffer: picture, presentationTimeStamp: time)
    #expect(pictured.presentationTimeStamp == time)
    #expect(pictured.formatDescription?.dimensions.width == 18)
    let dynamic = CMReadySampleBuffer<CMSampleBuffer.DynamicContent>(pictured)
    #expect(dynamic.contentType == .pixelBuffer)
    guard case .pixelBuffer(let content) = dynamic.content else {
      Issue.record("the content is no picture")
      return
    }
    #expect(content.withUnsafeBuffer { $0 } === picture.withUnsafeBuffer { $0 })
    #expect(CMReadySampleBuffer<CVReadOnlyPixelBuffer>(dynamic) != nil)
    #expect(CMReadySampleBuffer<CMReadOnlyDataBlockBuffer>(dynamic) == nil)
    #expect(CMReadySampleBuffer<Never>(dynamic) == nil)

    let marker = CMReadySampleBuffer<Never>(markerAt: time)
    #expect(marker.markerTimeStamp == time)
    #expect(CMReadySampleBuffer<Never>(CMReadySampleBuffer<CMSampleBuffer.DynamicContent>(marker)) != nil)
  }

  @Test func `audio bytes are samples of their format`() throws {
    let format = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0))
    let bytes = CMReadOnlyDataBlockBuffer(Data((0..<160).map { UInt8($0) }))
    #expect(bytes.count == 160 && bytes.isContiguous)
    let sample = CMReadySampleBuffer(
      audioDataBuffer: bytes, formatDescription: format, sampleCount: 80, presentationTimeStamp: .zero)
    #expect(sample.sampleCount == 80)
    #expect(sample.totalSampleSize == 160)
    #expect(sample.duration == CMTime(value: 80, timescale: 8000))
    #expect(sample.content.withContiguousStorageIfAvailable { Array($0) } == Array(0..<160))
    #expect(CMReadOnlyDataBlockBuffer(Data()).withContiguousStorageIfAvailable { $0.count } == 0)
  }
}
