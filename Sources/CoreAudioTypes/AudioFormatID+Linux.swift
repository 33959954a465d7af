/// Vorbis, for which Core Audio has no number.
public let kAudioFormatVorbis: AudioFormatID = 0x766F_7262  // 'vorb'
