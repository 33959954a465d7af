package import CoreMedia

/// A converter that makes other samples from those of a track.
package protocol SampleConverter {
  /// Takes the next sample, once `next()` has nothing more to give.
  mutating func add(_ sample: CMSampleBuffer)

  /// Ends the input: no more samples come.
  mutating func finish()

  /// Returns the next sample that was made, or nil before another is added, and at the end.
  ///
  /// - Throws: the reason why no more samples can be made.
  mutating func next() throws -> CMSampleBuffer?

  /// The styles of the samples so far that the made ones do not have.
  var lostStyles: [String] { get }

  /// A Boolean value that says whether some of the samples so far had closed captions that the converted ones do not
  /// have.
  var lostCaptions: Bool { get }
}

extension SampleConverter {
  package var lostStyles: [String] { [] }
  package var lostCaptions: Bool { false }
}
