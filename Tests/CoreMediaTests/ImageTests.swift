import CoreGraphics
import Foundation
import Testing

/// Images in memory.
@Suite struct ImageTests {
  /// An image of 4 × 3 pixels of R, G, B and A, whose red tells the place.
  private func image(bytesPerRow: Int = 20) throws -> CGImage {
    var bytes = [UInt8](repeating: 0, count: 3 * bytesPerRow)
    for row in 0..<3 { for column in 0..<4 { bytes[row * bytesPerRow + column * 4] = UInt8(row * 10 + column) } }
    let provider = try #require(CGDataProvider(data: NSData(data: Data(bytes))))
    return try #require(
      CGImage(
        width: 4, height: 3, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
  }

  private func reds(_ image: CGImage) throws -> [[UInt8]] {
    let data = try #require(image.dataProvider?.data)
    let bytes = Data(referencing: data)
    return (0..<image.height).map { row in (0..<image.width).map { bytes[row * image.bytesPerRow + $0 * 4] } }
  }

  @Test func `an image says what it is`() throws {
    let image = try image()
    #expect((image.width, image.height, image.bytesPerRow) == (4, 3, 20))
    #expect((image.bitsPerComponent, image.bitsPerPixel) == (8, 32))
    #expect(image.alphaInfo == .last && image.byteOrderInfo == .orderDefault && !image.isMask)
    #expect(image.shouldInterpolate && image.renderingIntent == .defaultIntent)
    #expect(image.colorSpace?.model == .rgb && image.colorSpace?.numberOfComponents == 3)
    let other = try self.image()
    #expect(image == image.copy() && image != other)
  }

  @Test func `a part is cut out in the same memory, widened to whole pixels`() throws {
    let image = try image()
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 1, width: 2, height: 2)))
    #expect(try reds(part) == [[11, 12], [21, 22]])
    let again = try #require(part.cropping(to: CGRect(x: 1, y: 0, width: 9, height: 1)))
    #expect(try reds(again) == [[12]])
    let widened = try #require(image.cropping(to: CGRect(x: 0.5, y: 0.25, width: 1, height: 0.5)))
    #expect(try reds(widened) == [[0, 1]])
    #expect(image.cropping(to: CGRect(x: 4, y: 0, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: .null) == nil)
    #expect(image.cropping(to: .infinite)?.width == 4)
    #expect(image.cropping(to: CGRect(x: 1, y: 0, width: CGFloat.infinity, height: 1e300))?.width == 3)
  }

  @Test(arguments: 0..<4) func `a rectangle with a number that is none has no part`(place: Int) throws {
    let image = try image()
    for value in [CGFloat.nan, -CGFloat.infinity] {
      var numbers: [CGFloat] = [1, 1, 2, 2]
      numbers[place] = value
      let rect = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      #expect(image.cropping(to: rect) == nil, "\(rect)")
    }
  }

  @Test func `sizes that do not fit the bytes are refused`() throws {
    let provider = try #require(CGDataProvider(data: NSData(data: Data(count: 100))))
    func make(_ width: Int, _ height: Int, _ bytesPerRow: Int) -> CGImage? {
      CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: [], provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent)
    }
    #expect(make(5, 5, 20) != nil)
    #expect(make(5, 6, 20) == nil && make(6, 4, 20) == nil && make(0, 1, 4) == nil && make(-1, 1, 4) == nil)
    #expect(make(.max, 1, .max) == nil && make(1, .max, .max) == nil)
  }

  @Test func `a provider's bytes live as long as they are needed, and are given back once`() throws {
    final class Count: @unchecked Sendable { var value = 0 }  // Sendable: one thread.
    let (memory, count) = (UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16), Count())
    memory.initializeMemory(as: UInt8.self, repeating: 7, count: 16)
    var data: NSData?
    do {
      let provider = CGDataProvider(dataInfo: nil, data: memory, size: 16) { _, bytes, size in
        #expect(bytes == UnsafeRawPointer(memory) && size == 16)
        count.value += 1
      }
      data = provider?.data
    }
    #expect(count.value == 0 && data?.length == 16)
    data = nil
    #expect(count.value == 1)
    memory.deallocate()
  }

  @Test func `colour spaces are known by name`() {
    let names = [
      CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.itur_709, CGColorSpace.itur_2020,
      CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG,
    ]
    for name in names { #expect(CGColorSpace(name: name)?.name == name) }
    #expect(CGColorSpace(name: "another") == nil)
    #expect(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)?.numberOfComponents == 1)
    #expect(CGColorSpace(name: CGColorSpace.itur_2100_PQ).map(CGColorSpaceUsesITUR_2100TF) == true)
    #expect(CGColorSpace(name: CGColorSpace.sRGB).map(CGColorSpaceUsesITUR_2100TF) == false)
    #expect(CGColorSpace(name: CGColorSpace.sRGB) == CGColorSpace(name: CGColorSpace.sRGB))
    #expect(CGColorSpaceCreateDeviceRGB() != CGColorSpaceCreateDeviceGray())
  }
}
