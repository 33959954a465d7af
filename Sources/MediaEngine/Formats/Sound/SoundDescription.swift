package import CoreAudioTypes
package import CoreMedia
import CoreGraphics
package import MovieFile
import MediaSupport

/// Everything that describes coded audio, before it becomes a format description: one value that streams, sample
/// entries and encoders all fill.
package struct SoundDescription: Sendable {
  package var basic = AudioStreamBasicDescription()
  package var layout: ManagedAudioChannelLayout?
  /// The decoder's configuration in Core Audio's form.
  package var magicCookie: [UInt8] = []
  /// The configuration boxes of a sample entry.
  package var atoms: [OpaqueBox] = []
  /// Extensions other than the atoms.
  package var verbatim: VerbatimEntry?

  package init(
    _ formatID: AudioFormatID, sampleRate: Double, channels: Int, framesPerPacket: Int, flags: AudioFormatFlags = 0
  ) {
    basic.mFormatID = formatID
    basic.mSampleRate = sampleRate
    basic.mChannelsPerFrame = UInt32(clamping: channels)
    basic.mFramesPerPacket = UInt32(clamping: framesPerPacket)
    basic.mFormatFlags = flags
  }

  package init(_ pcm: LinearPCM, sampleRate: Double, channels: Int) {
    basic = pcm.basicDescription(sampleRate: sampleRate, channels: channels)
  }

  /// Makes a format description with all these properties.
  ///
  /// - Throws: Core Media's own error, but never for a description whose numbers come from a file or an encoder.
  package func formatDescription() throws -> CMFormatDescription {
    var extensions = CMFormatDescription.Extensions()
    extensions.setAtoms(atoms)
    verbatim?.store(in: &extensions)
    return try CMFormatDescription(
      audioStreamBasicDescription: basic, layout: layout, magicCookie: magicCookie.isEmpty ? nil : Data(magicCookie),
      extensions: extensions)
  }

  /// Sets the layout if the speakers are known, or follow from the number of channels.
  mutating func setLayout(_ speakers: ChannelLayout?) {
    let channels = Int(basic.mChannelsPerFrame)
    if let speakers, speakers.count == channels, speakers.mask != 0 {
      layout = speakers.managedLayout
    } else if layout == nil, (1...2).contains(channels) {
      layout = ChannelLayout.default(count: channels).managedLayout
    }
  }
}
