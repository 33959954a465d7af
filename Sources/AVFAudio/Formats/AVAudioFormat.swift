public import CoreAudioTypes
public import CoreMedia
public import Foundation
internal import Synchronization

/// The format of a sound: an `AudioStreamBasicDescription`, and the role of each channel.
///
/// Formats of more than two channels have a channel layout. Nothing but the magic cookie ever changes, and any thread
/// may use a format.
public final class AVAudioFormat: NSObject, NSSecureCoding, @unchecked Sendable {
  // Sendable: the description is filled in by the initializers only, and the cookie is protected by a lock.

  /// The description in memory, valid as long as this object is.
  public let streamDescription: UnsafePointer<AudioStreamBasicDescription>
  /// The roles of the channels. It is `nil` if they are unknown, which is allowed only for one or two channels.
  public let channelLayout: AVAudioChannelLayout?
  private let cookie: Mutex<Data?>

  init(_ description: AudioStreamBasicDescription, channelLayout: AVAudioChannelLayout?, magicCookie: Data? = nil) {
    let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    memory.initialize(to: description)
    streamDescription = UnsafePointer(memory)
    self.channelLayout = channelLayout
    cookie = Mutex(magicCookie)
  }

  /// A format of parts that come from outside. It is `nil` where they do not go together.
  convenience init?(
    checking description: AudioStreamBasicDescription, channelLayout: AVAudioChannelLayout?, magicCookie: Data? = nil
  ) {
    if let channelLayout {
      guard channelLayout.channelCount == description.mChannelsPerFrame else { return nil }
    } else {
      guard description.mChannelsPerFrame <= Self.mostChannelsWithoutLayout else { return nil }
    }
    self.init(description, channelLayout: channelLayout, magicCookie: magicCookie)
  }

  deinit { streamDescription.deallocate() }

  /// The greatest number of channels without a layout. More channels need a layout that states the role of each.
  static let mostChannelsWithoutLayout: AVAudioChannelCount = 2

  /// The format that a description in memory has.
  ///
  /// - Returns: `nil` for more than two channels.
  public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
    self.init(checking: asbd.pointee, channelLayout: nil)
  }

  /// The format that a description in memory has, with its channels' roles.
  ///
  /// - Parameter layout: `nil` for unknown roles of one or two channels.
  /// - Returns: `nil` for more than two channels without a layout, and, unlike Apple's documentation, for a layout of
  ///   another number of channels.
  public convenience init?(
    streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
  ) {
    self.init(checking: asbd.pointee, channelLayout: layout)
  }

  /// Apple's standard format, one buffer of floating-point samples for each channel.
  ///
  /// - Parameter sampleRate: frames a second.
  /// - Returns: `nil` for more than two channels.
  public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
  }

  /// Apple's standard format for the channels of a layout.
  ///
  /// - Parameter sampleRate: frames a second.
  public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout) {
    self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
  }

  /// One of the common formats.
  ///
  /// - Parameters:
  ///   - sampleRate: frames a second.
  ///   - interleaved: whether all channels lie in one buffer, sample beside sample.
  /// - Returns: `nil` for more than two channels, and for `.otherFormat`, which says nothing of the samples.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
  ) {
    guard format != .otherFormat else { return nil }
    self.init(
      checking: AudioStreamBasicDescription(
        format, sampleRate: sampleRate, channels: channels, isInterleaved: interleaved),
      channelLayout: nil)
  }

  /// One of the common formats for the channels of a layout.
  ///
  /// Stops the process for `.otherFormat`, which says nothing of the samples.
  ///
  /// - Parameters:
  ///   - sampleRate: frames a second.
  ///   - interleaved: whether all channels lie in one buffer, sample beside sample.
  public convenience init(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
    channelLayout layout: AVAudioChannelLayout
  ) {
    require(format != .otherFormat, "format != AVAudioOtherFormat")
    self.init(
      AudioStreamBasicDescription(
        format, sampleRate: sampleRate, channels: layout.channelCount, isInterleaved: interleaved),
      channelLayout: layout)
  }

  /// The format that a description of CoreMedia has, with its layout and magic cookie.
  ///
  /// Descriptions come from files. For more than two channels without a layout, or with one of another number of
  /// channels, the roles are unknown here (`kAudioChannelLayoutTag_DiscreteInOrder`), where Apple's initializer fails.
  /// Stops the process for a description that is not of audio.
  public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
    guard let description = formatDescription.audioStreamBasicDescription else {
      raise("CMFormatDescriptionGetMediaType(formatDescription) == kCMMediaType_Audio")
    }
    let channels = description.mChannelsPerFrame
    var layout = formatDescription.audioChannelLayout.map { AVAudioChannelLayout($0) }
    if layout?.channelCount != channels {
      let tag = kAudioChannelLayoutTag_DiscreteInOrder | min(channels, Self.mostTaggedChannels)
      layout = channels > Self.mostChannelsWithoutLayout ? AVAudioChannelLayout(layoutTag: tag) : nil
    }
    self.init(description, channelLayout: layout, magicCookie: formatDescription.magicCookie)
  }

  /// The greatest number of channels that a tag has: it counts them in 16 bits.
  static let mostTaggedChannels: AVAudioChannelCount = 0xFFFF

  /// Returns whether the other object is a format in which every byte means the same.
  ///
  /// For linear PCM with one channel, interleaving makes no difference. Where the bits of a sample fill its bytes,
  /// neither alignment nor packing does. The usual layout of one or two channels is equal to no layout. Magic cookies
  /// are not compared.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioFormat).map { $0 === self || isEquivalent(to: $0) } ?? false
  }

  /// A hash that is equal for equal formats.
  public override var hash: Int { streamDescription.pointee.significant.hashValue }

  /// The format in a line as Apple prints it, such as `<AVAudioFormat 0x…:  2 ch,  44100 Hz, Float32, deinterleaved>`.
  public override var description: String {
    "<AVAudioFormat \(address(of: self)): \(streamDescription.pointee.formatAsText)>"
  }
}

// MARK: Properties

extension AVAudioFormat {
  /// The number of frames a second. It is 0 where no rate applies.
  public var sampleRate: Double { streamDescription.pointee.mSampleRate }

  /// The number of channels.
  public var channelCount: AVAudioChannelCount { streamDescription.pointee.mChannelsPerFrame }

  /// The common format that this is. It is `.otherFormat` for compressed sound, other sizes of samples and the other
  /// byte order.
  public var commonFormat: AVAudioCommonFormat { streamDescription.pointee.commonFormat }

  /// A Boolean value that says whether this is Apple's standard format: floating point of 32 bits in the machine's byte
  /// order, and one buffer for each channel.
  public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

  /// A Boolean value that says whether the samples of all channels are interleaved in one buffer. For compressed sound
  /// it has no meaning and is `true`.
  public var isInterleaved: Bool { !streamDescription.pointee.isNonInterleavedPCM }

  /// The bytes that a decoder needs in addition to the description, such as the contents of an `esds` atom. It is `nil`
  /// if there are none.
  ///
  /// The cookie is ignored when formats are compared.
  public var magicCookie: Data? {
    get { cookie.withLock { $0 } }
    set { cookie.withLock { $0 = newValue } }
  }

  /// The format as CoreMedia describes it, with the layout and the magic cookie that it has now.
  public var formatDescription: CMAudioFormatDescription {
    let cookie = magicCookie ?? Data()
    var made: CMAudioFormatDescription?
    cookie.withUnsafeBytes {
      _ = CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: streamDescription, layoutSize: channelLayout?.managed.sizeInBytes ?? 0,
        layout: channelLayout?.layout, magicCookieSize: $0.count, magicCookie: $0.baseAddress, extensions: nil,
        formatDescriptionOut: &made)
    }
    // It is refused for a layout or a cookie that is not whole, and these are.
    guard let made else { fatalError("CoreMedia refused the description of \(self)") }
    return made
  }
}
