internal import MediaEngine

/// The four characters of a kind of sound file, as Audio File Services count them.
public typealias AudioFileTypeID = UInt32

/// RIFF WAVE, `WAVE`.
public let kAudioFileWAVEType: AudioFileTypeID = 0x5741_5645
/// AIFF, `AIFF`.
public let kAudioFileAIFFType: AudioFileTypeID = 0x4149_4646
/// AIFF-C, `AIFC`.
public let kAudioFileAIFCType: AudioFileTypeID = 0x4149_4643
/// Core Audio's file, `caff`.
public let kAudioFileCAFType: AudioFileTypeID = 0x6361_6666
/// An MPEG-4 sound file, `m4af`.
public let kAudioFileM4AType: AudioFileTypeID = 0x6D34_6166
/// An MPEG-4 file, `mp4f`.
public let kAudioFileMPEG4Type: AudioFileTypeID = 0x6D70_3466
/// MPEG layer 3, `MPG3`.
public let kAudioFileMP3Type: AudioFileTypeID = 0x4D50_4733
/// FLAC, `flac`.
public let kAudioFileFLACType: AudioFileTypeID = 0x666C_6163

extension ContainerFormat {
  /// The container of a kind of sound file. Nil for one that is not written here.
  init?(audioFileType: AudioFileTypeID) {
    switch audioFileType {
    case kAudioFileWAVEType: self = .wav
    case kAudioFileAIFFType, kAudioFileAIFCType: self = .aiff
    case kAudioFileCAFType: self = .caf
    case kAudioFileM4AType: self = .m4a
    case kAudioFileMPEG4Type: self = .mp4
    case kAudioFileMP3Type: self = .mp3
    case kAudioFileFLACType: self = .flac
    default: return nil
    }
  }

  /// Creates the type of the container whose file names have that extension, and which carries sound. Returns nil if
  /// there is none.
  init?(soundFileExtension ending: String) {
    let found = Self.allCases.first {
      $0.rules.fileExtensions.contains(ending.lowercased()) && $0.mediaTypes.contains(.audio)
    }
    guard let found else { return nil }
    self = found
  }
}
