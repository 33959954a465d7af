internal import AVFoundation
internal import MediaSupport

/// A kind of file that this build writes, named by its usual extension.
///
/// The writer's own table says what it carries (`AVFileType.writable` and the properties of its members).
public struct Container: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
  public let rawValue: String

  /// Creates a container from its name. Returns `nil` for a name that is no container of this build.
  public init?(rawValue: String) {
    guard Self.fileTypes[rawValue] != nil else { return nil }
    self.rawValue = rawValue
  }

  /// Creates the container that a file name's extension stands for.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return nil }
    let fileExtension = fileName[fileName.index(after: dot)...].lowercased()
    let type = AVFileType.writable.first { $0.fileExtensions.contains(fileExtension) }
    guard let name = type?.fileExtensions.first else { return nil }
    rawValue = name
  }

  private init(_ type: AVFileType) { rawValue = type.fileExtensions[0] }

  public static let mov = Container(.mov)
  public static let mp4 = Container(.mp4)
  public static let mp3 = Container(.mp3)
  static let m4v = Container(.m4v)
  static let m4a = Container(.m4a)
  static let mkv = Container(.mkv)
  static let webm = Container(.webm)
  static let ts = Container(.mpeg2TransportStream)
  static let flac = Container(.flac)

  public static let allCases = AVFileType.writable.map { Container($0) }

  private static let fileTypes = Dictionary(
    AVFileType.writable.map { ($0.fileExtensions[0], $0) }, uniquingKeysWith: { first, _ in first })
}

extension Container {
  /// Creates the container of a file type. Returns nil for a type that this build does not write.
  init?(fileType: AVFileType) {
    guard let name = fileType.fileExtensions.first else { return nil }
    self.init(rawValue: name)
  }

  var fileType: AVFileType { Self.fileTypes[rawValue] ?? .mov }

  /// The container's name for people.
  public var name: String { fileType.containerName ?? rawValue }

  /// The codecs that this build encodes video with for the container, the usual one first; empty if it carries no
  /// video.
  public var videoEncoders: [VideoChoice.Codec] {
    VideoChoice.Codec.allCases.filter { codec in codec.type.map { fileType.refusal(of: $0) == nil } ?? false }
  }

  /// The codecs that this build encodes audio with for the container, the usual one first.
  public var audioEncoders: [AudioChoice.Codec] {
    let encoders = AudioChoice.Codec.allCases.filter { codec in
      codec.formatID.map { fileType.refusal(of: $0) == nil } ?? false
    }
    return encoders.filter { $0 == usualAudioCodec } + encoders.filter { $0 != usualAudioCodec }
  }

  /// The codec that audio has in this container unless another is asked for.
  var usualAudioCodec: AudioChoice.Codec {
    AudioChoice.Codec.allCases.first { $0.formatID == fileType.usualAudioFormat } ?? .aac
  }

  /// A Boolean value that says whether the container can be written to a pipe.
  var canStream: Bool { fileType.canStream }

  /// Returns whether the container carries an item of metadata.
  func carries(_ fact: MetadataFact) -> Bool {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(fact.identifier)
    item.dataType = fact.dataType
    item.extraAttributes = fact.info.map { [.info: $0] }
    return fileType.carries(item)
  }

  /// Returns the codec that text of a codec has in this container, both as four characters.
  func textCodec(for codec: String) -> String? {
    guard codec.utf8.count == 4 else { return nil }
    let code = UInt32(fourCharacters: codec.utf8)
    return fileType.timedText(from: .init(rawValue: code)).map { String(fourCharacters: $0.rawValue) }
  }

  /// Returns whether the container can say that a track has a role.
  func carries(_ role: TrackFacts.Role) -> Bool { fileType.carries(role.characteristic) }

  /// Returns whether the container tells the language of a track of a kind.
  func carriesLanguage(of kind: TrackKind) -> Bool {
    fileType.carriesTrackLanguages && (kind == .audio || !fileType.carriesOnlySoundLanguages)
  }

  /// A Boolean value that says whether the container can state when the media was created.
  var carriesCreationDate: Bool { fileType.carriesCreationDate }

  /// A Boolean value that says whether the container has metadata of single tracks.
  var carriesTrackMetadata: Bool { fileType.carriesTrackMetadata }

  /// A Boolean value that says whether the container can state which tracks are shown by default.
  var marksEnabledTracks: Bool { fileType.marksEnabledTracks }

  /// A Boolean value that says whether the container can state that pictures are turned when they are shown.
  var carriesTurns: Bool { fileType.carriesTurnedPictures }

  /// Returns whether interleaved linear PCM of this form can be stored as it is.
  func carries(_ form: PCMForm) -> Bool {
    var flags =
      form.isFloat ? kAudioFormatFlagIsFloat : form.isSigned ? kAudioFormatFlagIsSignedInteger : AudioFormatFlags()
    if form.isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
    let bytes = UInt32(clamping: (form.bits + 7) / 8)
    let description = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: bytes,
      mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: 1, mBitsPerChannel: UInt32(clamping: form.bits),
      mReserved: 0)
    guard let format = try? CMFormatDescription(audioStreamBasicDescription: description) else { return false }
    return fileType.refusal(ofCopying: format) == nil
  }

  /// A Boolean value that says whether the container has a list of chapters that is no track.
  var carriesChapters: Bool { fileType.carriesChapters }
  /// A Boolean value that says whether the container holds files of any kind beside its media.
  var carriesAttachedFiles: Bool { fileType.carriesAttachedFiles }
  /// A Boolean value that says whether the container can state how much of encoded sound is the encoder's padding.
  var isGapless: Bool { fileType.isGapless }

  /// A Boolean value that says whether the container states when each sample is presented.
  var statesTimes: Bool { fileType.statesTimes }

  /// A Boolean value that says whether the container states how long the file is.
  var statesDuration: Bool { fileType.statesDuration }

  /// The number of ticks in a second of the container's times, or nil if each track has its own.
  var timeScale: Int32? { fileType.timeScale }

  var usesBigEndianPCM: Bool { fileType.usesBigEndianPCM }

  /// The number of tracks that fit, or nil if only memory bounds it.
  var trackLimit: Int? { fileType.trackLimit }

  /// The largest size of a file, in bytes, or nil if no file can be too large.
  var largestFile: Int64? { fileType.largestFile }

  /// Returns whether tracks of a kind can be carried as they are.
  func carries(_ kind: TrackKind) -> Bool { fileType.mediaTypes.contains { TrackKind($0) == kind } }

  /// A Boolean value that says whether the container can have its tables before the media, and edit lists that select
  /// what is presented.
  var isMovie: Bool { fileType.isMovie }
}
