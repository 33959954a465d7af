public import CoreAudioTypes
public import CoreMedia
import MediaEngine
import MediaSupport
import TimedText

/// The types of files that this build writes and Apple does not declare.
extension AVFileType {
  /// Matroska, `.mkv`.
  public static let mkv = AVFileType(rawValue: "org.matroska.mkv")
  /// WebM, `.webm`.
  public static let webm = AVFileType(rawValue: "org.webmproject.webm")
  /// MPEG-2 transport stream, `.ts`.
  public static let mpeg2TransportStream = AVFileType(rawValue: "public.mpeg-2-transport-stream")
  /// FLAC, `.flac`.
  public static let flac = AVFileType(rawValue: "org.xiph.flac")
  /// Ogg with Opus, Vorbis or FLAC, `.ogg`.
  public static let ogg = AVFileType(rawValue: "org.xiph.ogg")
}

/// The features of the types that this build writes, from the table that
/// `AVAssetWriter.canApply(outputSettings:forMediaType:)` uses, too.
///
/// Nothing here opens an encoder or a file. Any thread.
extension AVFileType {
  /// The types that `AVAssetWriter` writes.
  public static let writable = ContainerFormat.allCases.map { AVFileType(rawValue: $0.rules.typeIdentifier) }

  /// The type's name for people. It is `nil` for a type that this build does not write.
  public var containerName: String? { rules?.name }

  /// The endings of file names without their dots, the usual one first, empty for a type that this build does not
  /// write.
  public var fileExtensions: [String] { rules?.fileExtensions ?? [] }

  /// The media types that files of this type carry, empty for a type that this build does not write.
  public var mediaTypes: [AVMediaType] { rules?.codings.map { AVMediaType($0.mediaType) } ?? [] }

  /// The number of tracks that a file of this type can hold. It is `nil` where only memory bounds it.
  public var trackLimit: Int? { rules?.trackLimit }

  /// The largest size of a file of this type, in bytes. It is `nil` where no possible file is too long.
  public var largestFile: Int64? { rules?.largestFile }

  /// The time scale of all times in files of this type, in ticks a second. It is `nil` where each track has its own.
  public var timeScale: CMTimeScale? { rules?.timeScale }

  /// A Boolean value that says whether files of this type state when each sample is presented. Elsewhere sound begins with
  /// the file.
  public var statesTimes: Bool { rules?.hasTimes ?? false }

  /// A Boolean value that says whether files of this type state how long each track is, or let it follow from the
  /// samples. Of others it is not known how long the last picture is shown.
  package var statesDuration: Bool { rules?.statesDuration ?? false }

  /// A Boolean value that says whether files of this type are movies, which have edit lists, tables that can be before
  /// the media, and fragments.
  public var isMovie: Bool { if case .movie? = rules?.writer { true } else { false } }

  /// A Boolean value that says whether `AVAssetWriter(fileType:output:)` writes the type: without going back, so that
  /// it can go into a pipe.
  public var canStream: Bool { rules?.streams ?? false }

  /// A Boolean value that says whether files of this type state how much of coded sound the encoder added and is not to
  /// be heard. It is `false` for Matroska, which this build marks at the end alone, and for transport streams.
  public var isGapless: Bool { rules?.isGapless ?? false }

  /// The format that sound usually has in files of this type, or `nil` for a type that this build does not write.
  public var usualAudioFormat: AudioFormatID? { rules?.usualSound }

  /// A Boolean value that says whether linear PCM is big-endian in files of this type. Some types allow only one byte
  /// order.
  public var usesBigEndianPCM: Bool { rules?.hasBigEndianPCM ?? false }

  /// Returns whether items of metadata with an identifier are written to files of this type, under that identifier or
  /// under another that means the same (<doc:Metadata>).
  public func carries(_ identifier: AVMetadataIdentifier) -> Bool {
    guard let container = ContainerFormat(self), let parsed = MetadataIdentifier(identifier.rawValue) else {
      return false
    }
    return MetadataMapping(to: container).identifier(for: parsed) != nil
  }

  /// Returns whether an item is written to files of this type, whatever its value: by its identifier, by the name in its
  /// `info` attribute, which is all that says what a text of the user's in ID3 (`TXXX`) is, and by its data type, since
  /// not all files hold pictures of every kind.
  public func carries(_ item: AVMetadataItem) -> Bool {
    guard let identifier = item.identifier else { return false }
    guard let container = ContainerFormat(self), let parsed = MetadataIdentifier(identifier.rawValue) else {
      return false
    }
    guard item.dataType != nil || item.extraAttributes != nil else { return carries(identifier) }
    let type = item.dataType.flatMap { MetadataDataType(name: $0) } ?? .utf8
    var record = MetadataRecord(parsed, dataType: type.rawValue, [])
    record.attributes[.info] = item.extraAttributes?[.info] as? String
    return MetadataMapping(to: container).identifier(for: record) != nil
  }

  /// Returns the items that files of this type have for given items of metadata: under the type's own identifiers
  /// (<doc:Metadata>), as `AVAssetWriter` writes them. They are fewer than the given ones where some mean the same or
  /// have no place.
  public func items(for items: [AVMetadataItem]) -> [AVMetadataItem] {
    guard let container = ContainerFormat(self) else { return [] }
    return MetadataMapping(to: container).records(items).map { AVMetadataItem($0) }
  }

  /// A Boolean value that says whether files of this type state the language of a track.
  public var carriesTrackLanguages: Bool { rules?.carriesLanguages ?? false }

  /// A Boolean value that says whether files of this type state the languages of sound alone, where they state any.
  package var carriesOnlySoundLanguages: Bool { rules?.carriesOnlySoundLanguages ?? false }

  /// A Boolean value that says whether files of this type state `AVAssetWriter.creationDate`.
  package var carriesCreationDate: Bool { rules?.carriesCreationDate ?? false }

  /// A Boolean value that says whether files of this type have metadata of single tracks:
  /// `AVAssetWriterInput.metadata`.
  public var carriesTrackMetadata: Bool { rules?.carriesTrackMetadata ?? false }

  /// A Boolean value that says whether files of this type mark tracks that are shown unasked:
  /// `AVAssetWriterInput.marksOutputTrackAsEnabled`.
  public var marksEnabledTracks: Bool { rules?.hasTrackFlags ?? false }

  /// A Boolean value that says whether files of this type store `AVAssetWriterInput.transform`, which turns and mirrors a
  /// track's pictures when they are shown.
  ///
  /// Movies keep any transform. Matroska and WebM keep turns by quarters, mirrored or not
  /// (RFC 9559, 5.1.4.1.28.41), which not every player knows.
  public var carriesTurnedPictures: Bool { rules?.carriesTurns ?? false }

  /// Returns whether files of this type keep an author's tag of a track with a characteristic: movies any, Matroska and
  /// WebM those that they have flags for.
  public func carries(_ characteristic: AVMediaCharacteristic) -> Bool {
    rules?.keeps(characteristic.rawValue) ?? false
  }

  /// Returns the coding into which `AVTimedTextConverter` converts text of another coding for files of this type. It is
  /// `nil` if it cannot read that text, or if the files cannot have text.
  public func timedText(from coding: CMFormatDescription.MediaSubType) -> CMFormatDescription.MediaSubType? {
    TextForm.isRead(coding) ? ContainerFormat(self)?.textCoding : nil
  }

  /// A Boolean value that says whether files of this type have a list of chapters that is no track:
  /// `AVAssetWriter.chapters` is written to them.
  public var carriesChapters: Bool { ContainerFormat(self)?.carriesChapters ?? false }

  /// A Boolean value that says whether files of this type can hold other files beside their media, those of
  /// `AVAssetWriter.attachedFiles`.
  public var carriesAttachedFiles: Bool { rules?.carriesAttachments ?? false }

  /// Returns the reason why video in a codec cannot be stored in files of this type. It is `nil` where it can.
  ///
  /// The reason is one sentence that names the containers that can. Whether this build encodes the codec is another
  /// question.
  public func refusal(of codec: AVVideoCodecType) -> String? {
    guard codec.rawValue.utf8.count == 4 else { return "'\(codec.rawValue)' is no codec" }
    return refusal(of: UInt32(fourCharacters: codec.rawValue.utf8), .video)
  }

  /// Returns the reason why sound in a format cannot be stored in files of this type. It is `nil` where it can, for
  /// linear PCM in some form.
  ///
  /// The reason is one sentence that names the containers that can. Whether this build encodes the format is another
  /// question.
  public func refusal(of format: AudioFormatID) -> String? { refusal(of: format, .audio) }

  /// Returns the reason why samples of a format cannot be stored as they are in files of this type. It is `nil` where
  /// they can.
  ///
  /// The reason is one sentence that names the containers that can.
  public func refusal(ofCopying format: CMFormatDescription) -> String? {
    guard let container = ContainerFormat(self) else { return unwritten }
    return container.refusal(of: format)
  }

  private func refusal(of code: UInt32, _ mediaType: CMFormatDescription.MediaType) -> String? {
    guard let container = ContainerFormat(self) else { return unwritten }
    return container.refusal(of: .init(rawValue: code), mediaType: mediaType)
  }

  private var unwritten: String { "this build does not write files of type \(rawValue)" }
}
