internal import CFFmpeg

/// A coding format by libavcodec's number (`AVCodecID`).
package struct CodecID: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ id: AVCodecID) { rawValue = id.rawValue }

  /// Makes the format of the library's short name; `nil` for a name that it does not have.
  package init?(name: String) {
    if let known = Self.known(name) {
      self = known
      return
    }
    guard let descriptor = avcodec_descriptor_get_by_name(name) else { return nil }
    self.init(descriptor.pointee.id)
  }

  var cValue: AVCodecID { AVCodecID(rawValue: rawValue) }

  /// The library's short name: "h264", "pcm_s16le".
  package var name: String { facts?.name ?? libraryName }

  /// The kind of media in a stream of this format.
  package var kind: MediaKind { knownKind ?? libraryKind }

  /// A Boolean value that says whether this build can decode it.
  package var hasDecoder: Bool { facts?.hasDecoder ?? hasLibraryDecoder }

  /// A Boolean value that says whether it is uncompressed, or always compressed without loss.
  package var isLossless: Bool { facts?.isLossless ?? isLosslessInLibrary }

  /// A Boolean value that says whether sound in it may be compressed without loss. Some codings also have a lossy form,
  /// such as WavPack and DTS.
  var mayHaveLosslessSound: Bool { kind == .audio && (facts?.isLossless ?? mayBeLosslessInLibrary) }

  /// A Boolean value that says whether it has linear or companded samples that are decoded independently.
  package var isPCM: Bool { (AV_CODEC_ID_FIRST_AUDIO.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue).contains(rawValue) }

}

/// The library's own answers.
extension CodecID {
  var libraryName: String { String(cString: avcodec_get_name(cValue)) }
  var libraryKind: MediaKind { MediaKind(avcodec_get_type(cValue)) }
  var hasLibraryDecoder: Bool { avcodec_find_decoder(cValue) != nil }

  var isLosslessInLibrary: Bool {
    let properties = avcodec_descriptor_get(cValue)?.pointee.props ?? 0
    return properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
  }

  var mayBeLosslessInLibrary: Bool {
    (avcodec_descriptor_get(cValue)?.pointee.props ?? 0) & AV_CODEC_PROP_LOSSLESS != 0
  }

  /// Returns the library's name of one of the coding's profiles.
  func libraryName(ofProfile profile: Int32) -> String? {
    avcodec_profile_name(cValue, profile).map { String(cString: $0) }
  }
}

extension CodecID: CustomStringConvertible {
  package var description: String { name }
}

/// The formats that the product uses by name.
extension CodecID {
  package static let none = CodecID(AV_CODEC_ID_NONE)

  package static let h264 = CodecID(AV_CODEC_ID_H264)
  package static let hevc = CodecID(AV_CODEC_ID_HEVC)
  package static let av1 = CodecID(AV_CODEC_ID_AV1)
  package static let vp8 = CodecID(AV_CODEC_ID_VP8)
  package static let vp9 = CodecID(AV_CODEC_ID_VP9)
  package static let mpeg2Video = CodecID(AV_CODEC_ID_MPEG2VIDEO)
  package static let mpeg4 = CodecID(AV_CODEC_ID_MPEG4)
  package static let h263 = CodecID(AV_CODEC_ID_H263)
  package static let prores = CodecID(AV_CODEC_ID_PRORES)
  package static let mjpeg = CodecID(AV_CODEC_ID_MJPEG)
  package static let png = CodecID(AV_CODEC_ID_PNG)
  package static let ffv1 = CodecID(AV_CODEC_ID_FFV1)
  package static let theora = CodecID(AV_CODEC_ID_THEORA)
  package static let dv = CodecID(AV_CODEC_ID_DVVIDEO)
  package static let rawVideo = CodecID(AV_CODEC_ID_RAWVIDEO)

  package static let aac = CodecID(AV_CODEC_ID_AAC)
  package static let mp3 = CodecID(AV_CODEC_ID_MP3)
  package static let mp2 = CodecID(AV_CODEC_ID_MP2)
  package static let alac = CodecID(AV_CODEC_ID_ALAC)
  package static let flac = CodecID(AV_CODEC_ID_FLAC)
  package static let opus = CodecID(AV_CODEC_ID_OPUS)
  package static let vorbis = CodecID(AV_CODEC_ID_VORBIS)
  package static let ac3 = CodecID(AV_CODEC_ID_AC3)
  package static let eac3 = CodecID(AV_CODEC_ID_EAC3)
  package static let amrNarrowband = CodecID(AV_CODEC_ID_AMR_NB)
  package static let amrWideband = CodecID(AV_CODEC_ID_AMR_WB)

  package static let pcmU8 = CodecID(AV_CODEC_ID_PCM_U8)
  package static let pcmS8 = CodecID(AV_CODEC_ID_PCM_S8)
  package static let pcmS16LE = CodecID(AV_CODEC_ID_PCM_S16LE)
  package static let pcmS16BE = CodecID(AV_CODEC_ID_PCM_S16BE)
  package static let pcmS24LE = CodecID(AV_CODEC_ID_PCM_S24LE)
  package static let pcmS24BE = CodecID(AV_CODEC_ID_PCM_S24BE)
  package static let pcmS32LE = CodecID(AV_CODEC_ID_PCM_S32LE)
  package static let pcmS32BE = CodecID(AV_CODEC_ID_PCM_S32BE)
  static let pcmF24LE = CodecID(AV_CODEC_ID_PCM_F24LE)
  package static let pcmF32LE = CodecID(AV_CODEC_ID_PCM_F32LE)
  package static let pcmF32BE = CodecID(AV_CODEC_ID_PCM_F32BE)
  package static let pcmF64LE = CodecID(AV_CODEC_ID_PCM_F64LE)
  package static let pcmF64BE = CodecID(AV_CODEC_ID_PCM_F64BE)
  package static let pcmDVD = CodecID(AV_CODEC_ID_PCM_DVD)
  package static let pcmALaw = CodecID(AV_CODEC_ID_PCM_ALAW)
  package static let pcmMuLaw = CodecID(AV_CODEC_ID_PCM_MULAW)

  package static let movText = CodecID(AV_CODEC_ID_MOV_TEXT)
  package static let webVTT = CodecID(AV_CODEC_ID_WEBVTT)
  package static let ttml = CodecID(AV_CODEC_ID_TTML)
  package static let subRip = CodecID(AV_CODEC_ID_SUBRIP)
  package static let ssa = CodecID(AV_CODEC_ID_ASS)
  package static let eia608 = CodecID(AV_CODEC_ID_EIA_608)
  package static let dvdSubtitle = CodecID(AV_CODEC_ID_DVD_SUBTITLE)
  package static let timedID3 = CodecID(AV_CODEC_ID_TIMED_ID3)
  package static let binaryData = CodecID(AV_CODEC_ID_BIN_DATA)
}
