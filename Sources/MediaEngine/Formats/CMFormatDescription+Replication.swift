import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport

extension CMFormatDescription {
  /// Returns the format of decoded AAC if its configuration describes only the core, and every other format unchanged.
  ///
  /// The configuration does not change: a decoder of a copy detects the replication by itself, too.
  func decoding(as parameters: CodecParameters) throws -> CMFormatDescription {
    guard var basic = audioStreamBasicDescription,
      [kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE].contains(basic.mFormatID)
    else { return self }
    let isCore = basic.mFormatID == kAudioFormatMPEG4AAC
    let isDoubled = isCore && parameters.sampleRate == 2 * Int(basic.mSampleRate)
    let hasParametricStereo = basic.mChannelsPerFrame == 1 && parameters.layout.count == 2
    guard isDoubled || !isCore && hasParametricStereo else { return self }
    basic.mFormatID = hasParametricStereo ? kAudioFormatMPEG4AAC_HE_V2 : kAudioFormatMPEG4AAC_HE
    if isDoubled {
      basic.mSampleRate *= 2
      basic.mFramesPerPacket *= 2
    }
    basic.mChannelsPerFrame = UInt32(clamping: parameters.layout.count)
    return try CMFormatDescription(
      audioStreamBasicDescription: basic,
      layout: hasParametricStereo ? parameters.layout.managedLayout : audioChannelLayout,
      magicCookie: magicCookie, extensions: extensions)
  }
}
