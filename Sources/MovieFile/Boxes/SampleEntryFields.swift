/// The fields of a video sample entry (ISO 14496-12 12.1.3; QuickTime's video sample description).
package struct VideoFields: Hashable, Sendable {
  /// QuickTime's version, revision, vendor and qualities; zero in ISO files.
  package var version: UInt16 = 0
  package var revision: UInt16 = 0
  package var vendor = FourCC(rawValue: 0)
  package var temporalQuality: UInt32 = 0
  package var spatialQuality: UInt32 = 0
  /// The coded picture's size in pixels.
  package var width: UInt16
  package var height: UInt16
  /// The resolution in pixels per inch, in 16.16 fixed point.
  package var horizontalResolution: UInt32 = 72 << 16
  package var verticalResolution: UInt32 = 72 << 16
  package var framesPerSample: UInt16 = 1
  /// The compressor's name, at most 31 bytes of UTF-8.
  package var compressorName: String
  package var depth: UInt16
  /// The identifier of the colour table; -1 means no table.
  package var colorTableID: Int16 = -1
  /// QuickTime's inline colour table, if `colorTableID` is 0 and the depth is that of indexed pictures.
  package var colorTable: [UInt8] = []

  /// The depth of pictures in colour without alpha.
  package static let colorDepth: UInt16 = 24
  /// The depth of pictures with alpha.
  package static let depthWithAlpha: UInt16 = 32

  package init(width: UInt16, height: UInt16, depth: UInt16 = colorDepth, compressorName: String = "") {
    self.width = width
    self.height = height
    self.depth = depth
    self.compressorName = compressorName
  }
}

/// The fields of an audio sample entry (ISO 14496-12 12.2.3; QuickTime's sound descriptions, versions 0 to 2).
package struct AudioFields: Hashable, Sendable {
  /// The form of a QuickTime sound description.
  package enum Version: UInt16, Sendable {
    case zero, one, two
  }

  /// The version that was read, or that is wanted; `nil` lets the writer choose by the contents.
  package var version: Version?
  package var channels: Int
  package var bitsPerSample: Int
  package var sampleRate: Double
  /// A Boolean value that says whether the entry's field contains the rate as a whole number of hertz instead of 16.16
  /// fixed point.
  package var hasWholeRate = false
  /// The compression identifier. -2 means that packets vary in duration or size (QuickTime); it is 0 in ISO files.
  package var compressionID: Int16 = 0
  /// The number of sample frames in a packet; 0 where it is not stated.
  package var framesPerPacket = 0
  /// The number of bytes in a packet of all channels; 0 where packets differ.
  package var bytesPerPacket = 0
  /// Version 1 only: the number of bytes in a packet of one channel, in a frame of all channels, and in a decoded
  /// sample.
  package var bytesPerChannelPacket = 0
  package var bytesPerFrame = 0
  package var bytesPerSample = 2
  /// Version 2 only: Core Audio's format flags (`kAudioFormatFlag…`).
  package var formatFlags: UInt32 = 0

  package init(channels: Int, sampleRate: Double, bitsPerSample: Int) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.bitsPerSample = bitsPerSample
  }
}

/// The fields of a timecode sample entry (QuickTime's `tmcd`).
package struct TimecodeFields: Hashable, Sendable {
  package var flags: Flags
  /// The number of ticks per second, and per frame: 30000 and 1001 for 29.97.
  package var timeScale: UInt32
  package var frameDuration: UInt32
  /// The number of frames counted per second: 30 for 29.97.
  package var framesPerSecond: UInt8

  package struct Flags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let dropFrame = Flags(rawValue: 1)
    package static let wrapsAt24Hours = Flags(rawValue: 2)
    package static let allowsNegativeTimes = Flags(rawValue: 4)
    package static let isCounter = Flags(rawValue: 8)
  }

  package init(flags: Flags, timeScale: UInt32, frameDuration: UInt32, framesPerSecond: UInt8) {
    self.flags = flags
    self.timeScale = timeScale
    self.frameDuration = frameDuration
    self.framesPerSecond = framesPerSecond
  }
}
