public import Foundation
import MediaSupport
import Synchronization

/// An adaptor for the captions of a text or closed-caption track's output (AR-61).
///
/// Captions are not decoded on this platform: the first group that is asked for makes the reader fail with
/// `AVError.decoderNotFound`.
public final class AVAssetReaderOutputCaptionAdaptor: NSObject, @unchecked Sendable {
  // Sendable: what changes is behind a lock.

  /// The output whose samples would be read.
  public let assetReaderTrackOutput: AVAssetReaderTrackOutput

  /// Sendable: it is only passed on.
  private struct Delegate: @unchecked Sendable {
    weak var value: (any AVAssetReaderCaptionValidationHandling)?
  }

  private let delegate = Mutex(Delegate())

  /// The object that would be told of captions that are not wholly understood.
  public weak var validationDelegate: (any AVAssetReaderCaptionValidationHandling)? {
    get { delegate.withLock { $0.value } }
    set { delegate.withLock { $0.value = newValue } }
  }

  /// An adaptor for an output of a text, subtitle or closed-caption track. The output has no settings and no adaptor,
  /// and is not being read; otherwise the process stops.
  public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
    if ![.text, .subtitle, .closedCaption].contains(trackOutput.mediaType) {
      raise(.invalidArgument, "a caption adaptor needs a track of text, subtitles or closed captions")
    }
    if trackOutput.outputSettings != nil { raise(.invalidArgument, "a caption adaptor needs nil output settings") }
    if !trackOutput.adapt(to: "a caption adaptor") {
      raise(.invalidArgument, "the output has an adaptor already, or is being read")
    }
    assetReaderTrackOutput = trackOutput
  }

  /// Refuses to read captions: the reader fails, and its error says why.
  ///
  /// Stops the process when the output is not added to a reader that has started.
  ///
  /// - Returns: `nil`.
  @discardableResult
  public func nextCaptionGroup() -> AVCaptionGroup? {
    guard let reader = assetReaderTrackOutput.startedReader(for: "nextCaptionGroup()") else { return nil }
    reader.fail(MediaError(.decoderNotFound, .decoding, "captions cannot be read: this build has no decoder for them"))
    return nil
  }

  /// Returns the captions that begin with a group: the others were in the groups before it.
  public func captionsNotPresentInPreviousGroups(in captionGroup: AVCaptionGroup) -> [AVCaption] {
    captionGroup.captions.filter { $0.timeRange.start == captionGroup.timeRange.start }
  }
}
