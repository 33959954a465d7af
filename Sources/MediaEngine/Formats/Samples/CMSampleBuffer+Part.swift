package import CoreMedia

extension CMSampleBuffer {
  /// Returns a text, or other data that no other sample depends on, cut to a part of its timeline: it begins and ends
  /// within the part, and is decoded when it is presented. A sample without a duration is shown until the next one.
  ///
  /// An edit list could hide what is outside of the part, but other programs show texts and chapters for their stored
  /// durations.
  ///
  /// - Returns: `nil` for a sample that is not shown in the part; several in one buffer stay as they are.
  package func cut(to part: CMTimeRange) -> CMSampleBuffer? {
    guard numSamples == 1, presentationTimeStamp.isNumeric else { return self }
    if flags(at: 0).contains(.doNotDisplay) { return nil }
    let hasDuration = duration.isNumeric && duration > .zero
    let start = CMTimeMaximum(presentationTimeStamp, part.start)
    let end = hasDuration ? CMTimeMinimum(presentationTimeStamp + duration, part.end) : part.end
    guard start < end else { return nil }
    return copy(format: formatDescription) { timing in
      var cut = timing
      cut.presentationTimeStamp = start
      if hasDuration { cut.duration = end - start }
      if timing.decodeTimeStamp.isNumeric { cut.decodeTimeStamp = start }
      return cut
    }
  }
}

extension CMFormatDescription.MediaType {
  /// A Boolean value that says whether samples can be cut to a part: they depend on no others, and do not state their
  /// own start.
  package var isCuttable: Bool { [.text, .subtitle, .closedCaption, .metadata].contains(self) }
}
