internal import CFFmpeg
import MediaSupport

/// Converts samples of one format to another with libswresample: rate, channels, type and arrangement.
///
/// Over the whole stream, including `drain()`, it outputs exactly `outputCount(for:)` samples for the input's count:
/// the filter's own delay is compensated at the start. Equal formats pass through without a copy. Missing or extra
/// channels are mixed with the library's standard coefficients (centre and surround at −3 dB), or by `SpeakerMix` for
/// speakers that it does not know. Mixes are scaled so that no sum overloads, in floating point too. One thread at a
/// time.
package final class AudioConverter {
  package let source: AudioFormat
  package let destination: AudioFormat

  /// The options of a conversion that differs from the default.
  package struct Options: Sendable, Equatable {
    /// The gain of each channel of the source (second index) in each of the destination's (first index). `nil` means a
    /// mix by the speakers of both.
    package var matrix: [[Double]]?
    /// A Boolean value that says whether noise of half a step is added before samples are rounded to fewer bits.
    package var dithers = false
    /// A Boolean value that says whether the error of rate conversion is smaller than a step of 24 bits, at several
    /// times the cost.
    package var isPrecise = false

    package init() {}
  }

  private let resampler: OpaquePointer?
  private var taken: Int64 = 0
  private var given: Int64 = 0
  private var isDrained = false

  /// - Throws: `MediaError(.unsupportedSettings)` for formats that the library cannot connect, `.libraryMissing`.
  package init(from source: AudioFormat, to destination: AudioFormat, options: Options = Options()) throws {
    self.source = source
    self.destination = destination
    try LibraryLog.install(for: .swresample, .processing)
    resampler = source == destination && options.matrix == nil ? nil : try Self.open(source, destination, options)
    LiveObjects.increment()
  }

  deinit {
    var resampler = resampler
    if resampler != nil { swr_free(&resampler) }
    LiveObjects.decrement()
  }

  /// Returns the number of samples of the destination that a number of samples of the source becomes: the ratio of the
  /// rates, rounded up.
  package func outputCount(for inputCount: Int64) -> Int64 {
    TimeBase(ticksPerSecond: Int32(clamping: source.sampleRate)).rescale(
      inputCount, to: TimeBase(ticksPerSecond: Int32(clamping: destination.sampleRate)), .up)
  }

  /// The number of destination samples that are held back by a filter that looks ahead.
  package var delay: Int64 { outputCount(for: taken) - given }

  /// Converts samples that follow the earlier ones. The output may be empty.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a format that is not `source` or after `drain()`.
  package func convert(_ buffer: PCMBuffer) throws -> PCMBuffer {
    guard !isDrained, buffer.format == source else {
      throw MediaError(.invalidOperation, .processing, "the samples are not of the converter's format, or too late")
    }
    taken += Int64(buffer.sampleCount)
    guard let resampler else {
      given = taken
      return buffer
    }
    let bound = swr_get_out_samples(resampler, Int32(buffer.sampleCount))
    return try produce(most: Int(bound)) { output, count in
      var planes: [UnsafePointer<UInt8>?] = buffer.planes.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
      return swr_convert(resampler, output, count, &planes, Int32(buffer.sampleCount))
    }
  }

  /// Returns the samples that the filter still holds, which make the count exact. Nothing may follow.
  package func drain() throws -> PCMBuffer {
    isDrained = true
    let missing = Int(outputCount(for: taken) - given)
    guard let resampler, missing > 0 else {
      return PCMBuffer(format: destination, sampleCount: 0, planes: [])
    }
    let end = try produce(most: missing) { swr_convert(resampler, $0, $1, nil, 0) }
    // The filter may output a sample less than the exact count: the rest is silence.
    guard end.sampleCount < missing else { return end }
    return try padded(end, to: missing)
  }

  private func produce(
    most: Int, _ call: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, Int32) -> Int32
  ) throws -> PCMBuffer {
    var buffer = Self.allocate(destination, sampleCount: most)
    // Because of rounding, the library may output one sample too many in all: it is dropped.
    let room = min(Int64(most), outputCount(for: taken) - given)
    var planes: [UnsafeMutablePointer<UInt8>?] = buffer.planes.map { $0.assumingMemoryBound(to: UInt8.self) }
    let count = try check(
      call(&planes, Int32(clamping: max(0, room))), .internalError, .processing, "cannot convert samples")
    buffer.sampleCount = Int(count)
    given += Int64(count)
    return buffer
  }

  private func padded(_ buffer: PCMBuffer, to count: Int) throws -> PCMBuffer {
    let whole = Self.allocate(destination, sampleCount: count)
    for (target, plane) in zip(whole.planes, buffer.planes) {
      let size = buffer.sampleCount * buffer.bytesPerFrame
      target.copyMemory(from: plane, byteCount: size)
      let silence: UInt8 = destination.sampleFormat == .u8 ? 0x80 : 0
      (target + size).initializeMemory(
        as: UInt8.self, repeating: silence, count: (count - buffer.sampleCount) * whole.bytesPerFrame)
    }
    given += Int64(count - buffer.sampleCount)
    return whole
  }

  private static func allocate(_ format: AudioFormat, sampleCount: Int) -> PCMBuffer {
    let empty = PCMBuffer(format: format, sampleCount: sampleCount, planes: [])
    let planeCount = format.isPlanar ? format.layout.count : 1
    // Planes are aligned for the library's vector code.
    let size = (max(1, sampleCount) * empty.bytesPerFrame + vectorSize - 1) / vectorSize * vectorSize
    let storage = PacketStorage(count: planeCount * size)
    return PCMBuffer(
      format: format, sampleCount: sampleCount, planes: (0..<planeCount).map { storage.bytes.baseAddress! + $0 * size },
      owner: storage)
  }

  private static let vectorSize = 64

  private static func open(
    _ source: AudioFormat, _ destination: AudioFormat, _ options: Options
  ) throws -> OpaquePointer {
    var filters: [[(String, String)]] = [[]]
    // The first filter that this build of the library supports is used.
    if options.isPrecise, source.sampleRate != destination.sampleRate { filters = [preciseSoxr, preciseKaiser] }
    for filter in filters.dropLast() {
      if let resampler = try? open(source, destination, options, filter) { return resampler }
    }
    return try open(source, destination, options, filters.last ?? [])
  }

  /// The filters for precise conversion: the SoX Resampler at 28 bits, and the library's own filter of twice the usual
  /// length with a wider main lobe. Their errors are -187 and -137 dB for a sine wave from 44.1 to 48 kHz, and -107 dB
  /// with the usual one.
  private static let preciseSoxr = [("resampler", "soxr"), ("precision", "28"), ("internal_sample_fmt", "dblp")]
  private static let preciseKaiser = [
    ("filter_type", "kaiser"), ("kaiser_beta", "12"), ("filter_size", "64"), ("internal_sample_fmt", "dblp"),
  ]

  private static func open(
    _ source: AudioFormat, _ destination: AudioFormat, _ options: Options, _ filter: [(String, String)]
  ) throws -> OpaquePointer {
    var resampler: OpaquePointer?
    var input = source.layout.cValue
    var output = destination.layout.cValue
    let message =
      "cannot convert \(source.layout.name) at \(source.sampleRate) Hz to \(destination.layout.name) at \(destination.sampleRate) Hz"
    do {
      try check(
        swr_alloc_set_opts2(
          &resampler, &output, destination.cSampleFormat, Int32(clamping: destination.sampleRate), &input,
          source.cSampleFormat, Int32(clamping: source.sampleRate), 0, nil),
        .unsupportedSettings, .processing, message)
      let object = UnsafeMutableRawPointer(resampler)
      // By default the library prevents overload only for integers, and floating point would clip later.
      try check(av_opt_set_double(object, "rematrix_maxval", 1, 0), .internalError, .processing, message)
      for (name, value) in filter + (options.dithers ? [("dither_method", "triangular")] : []) {
        try check(av_opt_set(object, name, value, 0), .internalError, .processing, message)
      }
      if let matrix = options.matrix ?? SpeakerMix(from: source.layout, to: destination.layout)?.matrix {
        let gains = matrix.flatMap { $0 }
        try check(
          swr_set_matrix(resampler, gains, Int32(clamping: source.layout.count)), .unsupportedSettings, .processing,
          message)
      }
      try check(swr_init(resampler), .unsupportedSettings, .processing, message)
    } catch {
      swr_free(&resampler)
      throw error
    }
    guard let resampler else { throw MediaError.outOfMemory(.processing) }
    return resampler
  }
}
