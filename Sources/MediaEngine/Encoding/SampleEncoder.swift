import CoreMedia
import MediaSupport

/// Turns one track's samples into encoded samples, by copying, or by processing and encoding them.
///
/// Used by the track's worker alone. Times given and emitted are relative to the session's start.
protocol SampleEncoder: AnyObject {
  /// The unit of the packets' times.
  var timeBase: TimeBase { get }

  /// Takes one sample and emits the packets that are ready: formats before the packets they describe.
  ///
  /// - Throws: `MediaError` of stage `.processing` or `.encoding`.
  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws

  /// Emits the packets that the encoder still holds.
  func finish(emit: (EncodedSample) throws -> Void) throws

  /// Ends a pass over the source.
  ///
  /// - Parameter bits: returns the total number of bits that the track's packets may have; it is called with the
  ///   packets that the track would produce now. It returns `nil` if only the settings limit them.
  /// - Returns: The time ranges of the source that the next pass needs, in the source's times; `nil` if there is no
  ///   next pass.
  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [CMTimeRange]?

  /// The number of pictures that a first pass has encoded but not emitted yet, and the end of the last one from the
  /// session's start. It is `nil` for an encoder that makes one pass.
  var firstPass: (count: Int, end: CMTime)? { get }

  /// The outcome of the passes; `nil` for an encoder that makes one pass.
  var passReport: PassReport? { get }
}

extension SampleEncoder {
  // Most encoders make one pass.
  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [CMTimeRange]? { nil }
  var firstPass: (count: Int, end: CMTime)? { nil }
  var passReport: PassReport? { nil }
}
