internal import CVMAF

/// Measures how similar pictures look to their originals, from 0 to 100. It uses Netflix's library and its model
/// `vmaf_v0.6.1`, which examines only luma.
///
/// The library is loaded when the first meter is created. Only one thread at a time may use a meter.
package final class VMAFMeter {
  /// The luma of a picture: rows of bytes, or of 16-bit words whose samples are in the low bits after a shift.
  package struct Luma {
    let base: UnsafeRawPointer
    let bytesPerRow: Int
    let shift: UInt16

    package init(base: UnsafeRawPointer, bytesPerRow: Int, shift: Int = 0) {
      self.base = base
      self.bytesPerRow = bytesPerRow
      self.shift = UInt16(shift)
    }
  }

  private let library: CVMAF
  private let context: UnsafeMutableRawPointer
  private let model: UnsafeMutableRawPointer
  private let (width, height, depth): (UInt32, UInt32, UInt32)
  private var count: UInt32 = 0

  /// The name of the model that determines the scores.
  package static let modelName = "vmaf_v0.6.1"

  /// - Parameters:
  ///   - width: the width of luma, in samples.
  ///   - height: the height of luma, in samples.
  ///   - depth: the number of bits of a sample.
  ///   - threads: the number of threads that the library starts.
  /// - Returns: nil if the library is not installed, or does not support such pictures.
  package init?(width: Int, height: Int, depth: Int, threads: Int) {
    guard let library = cvmaf_load()?.pointee, let width = UInt32(exactly: width), let height = UInt32(exactly: height),
      let depth = UInt32(exactly: depth)
    else { return nil }
    var configuration = CVMAFConfiguration()
    configuration.n_threads = UInt32(clamping: threads)
    var context: UnsafeMutableRawPointer?
    guard library.`init`(&context, configuration) == 0, let context else { return nil }
    var settings = CVMAFModelConfiguration()
    var model: UnsafeMutableRawPointer?
    guard library.model_load(&model, &settings, Self.modelName) == 0, let model else {
      _ = library.close(context)
      return nil
    }
    (self.library, self.context, self.model) = (library, context, model)
    (self.width, self.height, self.depth) = (width, height, depth)
    if library.use_features_from_model(context, model) != 0 { return nil }
  }

  deinit {
    library.model_destroy(model)
    _ = library.close(context)
  }

  /// Adds a picture and its original. Both must have the meter's size and depth.
  ///
  /// - Returns: false if the library does not accept them.
  package func add(_ picture: Luma, of original: Luma) -> Bool {
    guard var reference = copy(original) else { return false }
    guard var distorted = copy(picture) else {
      _ = library.picture_unref(&reference)
      return false
    }
    // The library takes ownership of both pictures, or releases both.
    guard library.read_pictures(context, &reference, &distorted, count) == 0 else { return false }
    count += 1
    return true
  }

  /// Ends the measurement.
  ///
  /// - Returns: a score for each picture, in their order, or nil if the library has none.
  package func scores() -> [Double]? {
    guard count > 0, library.read_pictures(context, nil, nil, 0) == 0 else { return nil }
    var scores: [Double] = []
    for index in 0..<count {
      var score = 0.0
      guard library.score_at_index(context, model, &score, index) == 0 else { return nil }
      scores.append(score)
    }
    return scores
  }

  private func copy(_ luma: Luma) -> CVMAFPicture? {
    var picture = CVMAFPicture()
    guard library.picture_alloc(&picture, Int32(CVMAF_YUV420P), depth, width, height) == 0, let target = picture.data.0
    else { return nil }
    for row in 0..<Int(height) {
      let (from, to) = (luma.base + row * luma.bytesPerRow, target + row * picture.stride.0)
      guard depth > 8 else {
        to.copyMemory(from: from, byteCount: Int(width))
        continue
      }
      let (words, samples) = (from.assumingMemoryBound(to: UInt16.self), to.assumingMemoryBound(to: UInt16.self))
      for column in 0..<Int(width) { samples[column] = words[column] &>> luma.shift }
    }
    return picture
  }
}
