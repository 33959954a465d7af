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
}
