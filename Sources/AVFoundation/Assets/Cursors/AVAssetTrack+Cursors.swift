public import CoreMedia
import MediaEngine

extension AVAssetTrack {
  /// Whether sample cursors can be made: of tracks that a movie's own tables describe.
  public var canProvideSampleCursors: Bool { information.hasMovieTables && information.sampleCount > 0 }

  /// A cursor at the last sample that is shown at a time of the media or before it; at the first one where that is none.
  ///
  /// - Returns: `nil` where no cursors can be made, of a damaged track, for a time that is not numeric, and once the
  ///   asset is gone.
  public func makeSampleCursor(presentationTimeStamp: CMTime) -> AVSampleCursor? {
    makeSampleCursor(at: .shown(at: presentationTimeStamp))
  }

  /// A cursor at the sample that is decoded first; `nil` as of `makeSampleCursor(presentationTimeStamp:)`.
  public func makeSampleCursorAtFirstSampleInDecodeOrder() -> AVSampleCursor? { makeSampleCursor(at: .first) }

  /// A cursor at the sample that is decoded last; `nil` as of `makeSampleCursor(presentationTimeStamp:)`.
  public func makeSampleCursorAtLastSampleInDecodeOrder() -> AVSampleCursor? { makeSampleCursor(at: .last) }

  private func makeSampleCursor(at start: SampleCursor.Start) -> AVSampleCursor? {
    asset?.content.cursor(in: information, at: start).map(AVSampleCursor.init)
  }
}
