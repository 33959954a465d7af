public import CoreGraphics
public import CoreMedia
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Properties of the track in the file; settable until writing starts (WI-20 to WI-33).
extension AVAssetWriterInput {
  /// A Boolean value that says whether the samples come from a source that does not wait, such as a camera. The input
  /// is then not ready only while its own encoder cannot keep up, whatever the other inputs do (WI-45), and the encoder
  /// works with little delay, without B pictures unless they are asked for. The client drops the samples that come
  /// while the input is not ready. It is `false` by default (WI-21).
  @available(macOS, deprecated: 26, message: "Use a receiver's appendImmediately(_:)")
  public var expectsMediaDataInRealTime: Bool {
    get { read(\.isRealTime) }
    set {
      if newValue && performsMultiPassEncodingIfSupported { raiseMultiPassInRealTime() }
      configure { $0.isRealTime = newValue }
    }
  }

  /// The size of the picture, or of the text, on the movie's canvas. With `.zero`, the default, that of pictures is derived
  /// from the format (WI-23).
  public var naturalSize: CGSize {
    get { read(\.naturalSize) ?? .zero }
    set { configure { $0.naturalSize = newValue == .zero ? nil : newValue } }
  }

  /// The transform that turns and moves the picture for display: identity by default (WI-24).
  public var transform: CGAffineTransform {
    get { read(\.transform) }
    set { configure { $0.transform = newValue } }
  }

  /// The volume of an audio track: 1 by default for audio, else 0 (WI-25).
  public var preferredVolume: Float {
    get { read(\.volume) }
    set { configure { $0.volume = newValue } }
  }

  /// The language as an ISO 639-2/T code such as "eng". With `nil`, the default, none is written (WI-26).
  public var languageCode: String? {
    get { read(\.languageCode) }
    set {
      if let newValue, !ISO639.isCode(newValue) {
        raise(.invalidArgument, "'\(newValue)' is not an ISO 639-2/T language code")
      }
      configure { $0.languageCode = newValue }
    }
  }

  /// The language as a BCP 47 tag such as "pt-BR". With `nil`, the default, none is written (WI-27).
  public var extendedLanguageTag: String? {
    get { read(\.extendedLanguageTag) }
    set {
      if let newValue, !ISO639.isTag(newValue) {
        raise(.invalidArgument, "'\(newValue)' is not a BCP 47 language tag")
      }
      configure { $0.extendedLanguageTag = newValue }
    }
  }

  /// A Boolean value that says whether players show the track unasked. It is `true` by default. In an input group the
  /// group decides (WI-28).
  public var marksOutputTrackAsEnabled: Bool {
    get { read(\.isEnabled) }
    set {
      if state.withLock({ $0.group }) != nil {
        raise(.invalidArgument, "marksOutputTrackAsEnabled of an input in an input group is set by the group")
      }
      configure { $0.isEnabled = newValue }
    }
  }

  /// The number of ticks a second of the track's media times. With 0, the default, the writer chooses. Not for audio
  /// (WI-29).
  public var mediaTimeScale: CMTimeScale {
    get { read(\.mediaTimeScale) }
    set {
      guard newValue >= 0 else { raise(.invalidArgument, "mediaTimeScale must not be negative") }
      if mediaType == .audio && newValue != 0 {
        raise(.invalidArgument, "the media time scale of audio is its sampling rate and cannot be set")
      }
      configure { $0.mediaTimeScale = newValue }
    }
  }

  /// The duration of the longest chunk of this track's media, unless one sample is longer. With `.invalid`, the default,
  /// the writer chooses (WI-30).
  public var preferredMediaChunkDuration: CMTime {
    get { read(\.preferredChunkDuration) }
    set {
      guard !newValue.isValid || newValue.isNumeric && newValue > .zero else {
        raise(.invalidArgument, "preferredMediaChunkDuration must be invalid, or numeric and positive")
      }
      configure { $0.preferredChunkDuration = newValue }
    }
  }

  /// The number of bytes on a multiple of which chunks start. With 0 the writer chooses, and 1 asks for no padding
  /// (WI-31).
  public var preferredMediaChunkAlignment: Int {
    get { read(\.preferredChunkAlignment) }
    set {
      guard newValue >= 0 else { raise(.invalidArgument, "preferredMediaChunkAlignment must not be negative") }
      configure { $0.preferredChunkAlignment = newValue }
    }
  }

  /// The base URL to which the URLs of samples in other files are written relative, where it is an absolute URL and a
  /// folder above the file. With `nil`, the default, they are written as they are (WI-32). For QuickTime movies.
  public var sampleReferenceBaseURL: URL? {
    get { read(\.sampleReferenceBaseURL) }
    set { configure { $0.sampleReferenceBaseURL = newValue } }
  }

  /// The metadata of the track: none by default (WI-20). `AVAssetWriter.metadata` tells which items are carried.
  ///
  /// Items of `quickTimeUserDataTaggedCharacteristic` tag the track with media characteristics, which are flags in
  /// Matroska and WebM (`AVFileType.carries(_:)`).
  public var metadata: [AVMetadataItem] {
    get { state.withLock { $0.metadata } }
    set {
      configure { _ in }
      let copies = newValue.map(\.unchanging)
      state.withLock { $0.metadata = copies }
    }
  }

  /// The location of the track's media in the file. By default it is interleaved with that of the other tracks (WI-33).
  ///
  /// Media that is to come first makes the media of the other inputs wait in memory until the input is finished. At
  /// most 32 MiB wait; after that, media is written in the order in which it comes.
  public var mediaDataLocation: MediaDataLocation {
    get { MediaDataLocation(read(\.placement)) }
    set {
      guard let placement = newValue.placement else {
        raise(.invalidArgument, "'\(newValue.rawValue)' is not a location of media data")
      }
      configure { $0.placement = placement }
    }
  }

  private func read<Value>(_ member: (TrackConfiguration) -> Value) -> Value {
    state.withLock { member($0.configuration) }
  }

  func configure(_ body: (inout TrackConfiguration) -> Void) {
    if let writer = state.withLock({ $0.writer }), writer.status != .unknown {
      raise(.internalInconsistency, "an input must be configured before the writer's startWriting()")
    }
    state.withLock { body(&$0.configuration) }
  }
}
