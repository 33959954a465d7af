package import CoreMedia

/// A converter that gives text the form that its container has.
package struct TextTrackConverter: SampleConverter {
  private var converter: AVTimedTextConverter

  package init(_ converter: AVTimedTextConverter) { self.converter = converter }

  package var lostStyles: [String] { converter.lostStyles }

  package mutating func add(_ sample: CMSampleBuffer) { converter.append(sample) }
  package mutating func finish() { converter.finish() }
  /// Returns the next sample. A text that cannot be converted is left out.
  package mutating func next() -> CMSampleBuffer? { try? converter.nextSampleBuffer() }
}
