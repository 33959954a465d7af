import CoreMedia
import MediaSupport

/// One track's way from samples to encoded samples: copying, or processing and encoding.
///
/// Used by the track's worker alone. Times given and emitted are relative to the session's start.
protocol SampleEncoder: AnyObject {
  /// The unit of the packets' times.
  var timeBase: TimeBase { get }

  /// Takes one sample and emits what is ready: formats before the packets they describe.
  ///
  /// - Throws: `MediaError` of stage `.processing` or `.encoding`.
  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws

  /// Emits what the encoder still holds.
  func finish(emit: (EncodedSample) throws -> Void) throws

  /// Ends a pass over the source.
  ///
  /// - Parameter bits: what the track's packets may have in all, asked with what it would give now; `nil` where only the
  ///   settings say.
  /// - Returns: what the next pass needs of the source, in its times; `nil` where there is none.
  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [CMTimeRange]?

  /// The pictures that a first pass has encoded, which are not emitted yet, and the end of the last one from the session's
  /// start; `nil` of an encoder that makes one.
  var firstPass: (count: Int, end: CMTime)? { get }

  /// What the passes came to; `nil` of an encoder that makes one.
  var passReport: PassReport? { get }
}

extension SampleEncoder {
  // Most make one pass.
  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [CMTimeRange]? { nil }
  var firstPass: (count: Int, end: CMTime)? { nil }
  var passReport: PassReport? { nil }
}
