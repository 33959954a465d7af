public import CoreMedia
import MediaEngine

extension AVAssetTrack {
  /// A Boolean value that says whether sample cursors can be made: they can for tracks that a movie's own tables
  /// describe.
  public var canProvideSampleCursors: Bool { information.hasMovieTables && information.sampleCount > 0 }

  /// Returns a cursor at the last sample that is shown at a time of the media or before it, or at the first one where
  /// there is none.
  ///
  /// - Returns: `nil` where no cursors can be made, for a damaged track, for a time that is not numeric, and once the
  ///   asset is gone.
  public func makeSampleCursor(presentationTimeStamp: CMTime) -> AVSampleCursor? {
    makeSampleCursor(at: .shown(at: presentationTimeStamp))
  }

  /// Returns a cursor at the sample that is decoded first. It is `nil` as for
  /// `makeSampleCursor(presentationTimeStamp:)`.
  public func makeSampleCursorAtFirstSampleInDecodeOrder() -> AVSampleCursor? { makeSampleCursor(at: .first) }

  /// Returns a cursor at the sample that is decoded last. It is `nil` as for
  /// `makeSampleCursor(presentationTimeStamp:)`.
  public func makeSampleCursorAtLastSampleInDecodeOrder() -> AVSampleCursor? { makeSampleCursor(at: .last) }

  private func makeSampleCursor(at start: SampleCursor.Start) -> AVSampleCursor? {
    asset?.content.cursor(in: information, at: start).map(AVSampleCursor.init)
  }
}
