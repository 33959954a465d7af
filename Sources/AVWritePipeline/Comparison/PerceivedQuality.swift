internal import AVFoundation
internal import MediaSupport
internal import VMAF

/// A measurement of the compared pictures by libvmaf, if that is installed. It is used by one thread at a time.
struct PerceivedQuality {
  private let meter: VMAFMeter?
  private let format: ComparisonFormat
  private var isComplete = true

  init(_ format: ComparisonFormat) {
    self.format = format
    meter = VMAFMeter(
      width: format.width, height: format.height, depth: format.isDeep ? 10 : 8, threads: Processors.count)
  }

  mutating func add(_ picture: CVPixelBuffer, of original: CVPixelBuffer) {
    guard let meter, isComplete else { return }
    let buffers = [picture, original]
    for buffer in buffers { CVPixelBufferLockBaseAddress(buffer, .readOnly) }
    defer { for buffer in buffers { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) } }
    let planes = buffers.compactMap { buffer in
      CVPixelBufferGetBaseAddressOfPlane(buffer, 0).map { base in
        // Ten bits lie at the top of sixteen.
        VMAFMeter.Luma(
          base: base, bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0), shift: format.isDeep ? 6 : 0)
      }
    }
    isComplete = planes.count == 2 && meter.add(planes[0], of: planes[1])
  }

  /// Returns a figure for each picture, in their order, or nil if the library is not installed, or has none.
  func scores() -> [Double]? { isComplete ? meter?.scores() : nil }
}
