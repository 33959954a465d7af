import MediaInterop
import MediaSupport

/// Converts linear PCM that comes piece by piece, and keeps the converted frames until they are taken.
///
/// The total number of output frames is the number of input frames times the ratio of the rates, rounded up. One thread
/// at a time.
package final class PCMConverter {
  /// The form of sound in memory.
  package struct Form: Sendable, Hashable {
    package var sampleRate: Int
    package var channelCount: Int
    package var type: AudioRequest.SampleType
    package var isInterleaved: Bool

    package init(sampleRate: Int, channelCount: Int, type: AudioRequest.SampleType, isInterleaved: Bool) {
      self.sampleRate = sampleRate
      self.channelCount = channelCount
      self.type = type
      self.isInterleaved = isInterleaved
    }

    var format: AudioFormat {
      AudioFormat(
        sampleRate: sampleRate, layout: .default(count: channelCount), sampleFormat: type.format,
        isPlanar: !isInterleaved)
    }
  }

  private let converter: AudioConverter
  /// The converted frames that were not taken yet, in order.
  private var made: [PCMBuffer] = []
  /// The number of output frames that still have to be dropped, because they belong to the time before the sound's
  /// start.
  private var unwanted: Int64
  /// The number of frames that were converted so far, taken or not.
  package private(set) var frameCount: Int64 = 0

  /// - Parameters:
  ///   - gains: the gain of each channel of the source (second index) in each of the result (first index).
  ///   - leadingFrames: the number of source frames before the sound's start, which are only input for the filter.
  /// - Throws: `MediaError(.unsupportedSettings)` for forms that cannot be converted.
  package init(
    from source: Form, to destination: Form, gains: [[Double]], dithers: Bool, isPrecise: Bool, leadingFrames: Int
  ) throws {
    var options = AudioConverter.Options()
    let isIdentity = gains.enumerated().allSatisfy { row in
      row.element.enumerated().allSatisfy { $0.element == ($0.offset == row.offset ? 1 : 0) }
    }
    if !isIdentity || source.channelCount != destination.channelCount { options.matrix = gains }
    (options.dithers, options.isPrecise) = (dithers, isPrecise)
    converter = try AudioConverter(from: source.format, to: destination.format, options: options)
    unwanted = leadingFrames > 0 ? converter.outputCount(for: Int64(leadingFrames)) : 0
  }

  /// Converts frames that follow the earlier ones, as far as the filter has enough input.
  ///
  /// - Parameter planes: the frames in the source's form; they are not kept.
  /// - Throws: `MediaError`, also after `finish()`.
  package func convert(_ planes: [UnsafeMutableRawPointer], frameCount: Int) throws {
    let source = PCMBuffer(format: converter.source, sampleCount: frameCount, planes: planes)
    let result = try converter.convert(source)
    // Without a conversion, the result is still in the caller's memory.
    add(result.owner == nil ? result.copied : result)
  }

  /// Ends the source: the filter outputs the frames that it holds.
  package func finish() throws { add(try converter.drain()) }

  private func add(_ buffer: PCMBuffer) {
    var buffer = buffer
    if unwanted > 0 { unwanted -= Int64(buffer.split(at: Int(clamping: unwanted)).sampleCount) }
    guard buffer.sampleCount > 0 else { return }
    frameCount += Int64(buffer.sampleCount)
    made.append(buffer)
  }

  /// Moves frames to memory of the result's form.
  ///
  /// - Returns: The number of moved frames: all that there are, or as many as wanted.
  package func take(into planes: [UnsafeMutableRawPointer], upTo count: Int) -> Int {
    var taken = 0
    while taken < count, !made.isEmpty {
      let front = made[0].split(at: count - taken)
      if made[0].sampleCount == 0 { made.removeFirst() }
      let size = front.bytesPerFrame
      for (plane, source) in zip(planes, front.planes) {
        (plane + taken * size).copyMemory(from: source, byteCount: front.sampleCount * size)
      }
      taken += front.sampleCount
    }
    return taken
  }
}

extension PCMBuffer {
  /// A copy of the samples in its own memory.
  fileprivate var copied: PCMBuffer {
    let copy = PCMBuffer.silence(format, count: sampleCount)
    for (target, source) in zip(copy.planes, planes) {
      target.copyMemory(from: source, byteCount: sampleCount * bytesPerFrame)
    }
    return copy
  }
}
