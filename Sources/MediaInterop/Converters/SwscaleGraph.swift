internal import CFFmpeg
import MediaSupport

/// swscale's conversion from one format to another, for formats that zimg does not support. Matrix and range are set.
final class SwscaleGraph {
  private let context: OpaquePointer

  /// - Throws: `MediaError(.unsupportedSettings)` for formats that swscale does not convert either.
  init(from source: PictureFormat, to destination: PictureFormat, filter: PictureConverter.Filter) throws {
    try LibraryLog.install(for: .swscale, .processing)
    // These flags select exact code: otherwise chroma is taken from every second row, and rounding depends on the
    // processor.
    let exact = SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT
    guard
      let context = sws_getContext(
        Int32(source.width), Int32(source.height), source.format.normalized.format.cValue, Int32(destination.width),
        Int32(destination.height), destination.format.normalized.format.cValue, filter.swscaleFlag | exact, nil, nil,
        nil)
    else {
      throw MediaError(
        .unsupportedSettings, .processing, "pictures cannot be converted from \(source.format) to \(destination.format)"
      )
    }
    // Brightness 0, contrast 1 and saturation 1 in 16.16. The result is -1 if neither end has a matrix.
    let one: Int32 = 1 << 16
    sws_setColorspaceDetails(
      context, sws_getCoefficients(Int32(source.matrix)), source.isFullRange ? 1 : 0,
      sws_getCoefficients(Int32(destination.matrix)), destination.isFullRange ? 1 : 0, 0, one, one)
    self.context = context
    LiveObjects.increment()
  }

  deinit {
    sws_freeContext(context)
    LiveObjects.decrement()
  }

  func process(_ source: Picture, into destination: Picture) throws {
    let from = source.planes.map { UnsafePointer<UInt8>?($0.base.assumingMemoryBound(to: UInt8.self)) }
    let to = destination.planes.map { UnsafeMutablePointer<UInt8>?($0.base.assumingMemoryBound(to: UInt8.self)) }
    // The library reads four entries of each array.
    let none = 4
    let rows = try check(
      sws_scale(
        context, from + Array(repeating: nil, count: none - from.count),
        source.planes.map { Int32(clamping: $0.stride) } + Array(repeating: 0, count: none - from.count), 0,
        Int32(source.height), to + Array(repeating: nil, count: none - to.count),
        destination.planes.map { Int32(clamping: $0.stride) } + Array(repeating: 0, count: none - to.count)),
      .internalError, .processing, "swscale cannot convert a picture")
    guard rows == destination.height else {
      throw MediaError(.internalError, .processing, "swscale converted \(rows) rows of \(destination.height)")
    }
  }
}

extension PictureConverter.Filter {
  fileprivate var swscaleFlag: Int32 {
    switch self {
    case .nearest: SWS_POINT
    case .bilinear: SWS_BILINEAR
    case .bicubic: SWS_BICUBIC
    case .lanczos: SWS_LANCZOS
    }
  }
}
