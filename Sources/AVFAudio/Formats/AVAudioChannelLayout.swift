public import CoreAudioTypes
public import Foundation

/// The roles of a sound's channels: an `AudioChannelLayout` of any length, owned.
///
/// It never changes, so that any thread may use it.
public final class AVAudioChannelLayout: NSObject, NSSecureCoding, @unchecked Sendable {
  // Sendable: nothing changes it once it was made; NSObject only does not say so.

  let managed: ManagedAudioChannelLayout

  /// A layout. If it describes each channel, and a tag names the same channels in the same order, it becomes that
  /// tag's.
  init(_ layout: ManagedAudioChannelLayout) { managed = layout.byTag ?? layout }

  /// A copy of a layout in memory, with all the channel descriptions that it counts.
  ///
  /// If the layout describes each channel, and a tag names the same channels in the same order, the copy has that tag.
  /// If two tags fit, the copy has the one with the lower number. Apple does not document which one it takes.
  ///
  /// - Parameter layout: a whole layout, with as many descriptions behind its head as it counts.
  public convenience init(layout: UnsafePointer<AudioChannelLayout>) {
    self.init(ManagedAudioChannelLayout(audioChannelLayoutPointer: layout))
  }

  /// The layout that a tag names.
  ///
  /// - Parameter layoutTag: a tag, with the number of channels in its low 16 bits as all tags have it.
  /// - Returns: `nil` for `kAudioChannelLayoutTag_UseChannelDescriptions` and
  ///   `kAudioChannelLayoutTag_UseChannelBitmap`, which name no channels.
  public convenience init?(layoutTag: AudioChannelLayoutTag) {
    if [kAudioChannelLayoutTag_UseChannelDescriptions, kAudioChannelLayoutTag_UseChannelBitmap].contains(layoutTag) {
      return nil
    }
    self.init(ManagedAudioChannelLayout(tag: layoutTag))
  }

  /// A layout from its bytes, as `AVChannelLayoutKey` carries it. It is `nil` where there are fewer bytes than the
  /// layout counts.
  convenience init?(data: Data) {
    guard let layout = data.withUnsafeBytes({ ManagedAudioChannelLayout(bytes: $0) }) else { return nil }
    self.init(layout)
  }

  /// The number of channels: the tag's, the bitmap's bits, or the descriptions.
  public var channelCount: AVAudioChannelCount { AVAudioChannelCount(managed.numberOfChannels) }

  /// The layout in memory, valid as long as this object is. At least one whole `AudioChannelLayout` can be read there.
  public var layout: UnsafePointer<AudioChannelLayout> { managed.unsafePointer }

  /// The layout's tag. It may be one of the two that mean that a bitmap or descriptions follow.
  public var layoutTag: AudioChannelLayoutTag { managed.tag }

  /// The layout's bytes.
  var data: Data { Data(bytes: managed.unsafePointer, count: managed.sizeInBytes) }

  // MARK: Comparing

  /// Returns whether the other object is a layout of the same tag, bitmap and descriptions.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioChannelLayout).map { managed == $0.managed } ?? false
  }

  /// Equal for equal layouts.
  public override var hash: Int { Int(managed.tag) }

  // MARK: Archiving

  private static let codingKey = "layout"

  /// A Boolean value that says that a layout can be unarchived with secure coding.
  public static var supportsSecureCoding: Bool { true }

  /// Archives the layout's bytes. Apple's archives have another form: they cannot be read here, nor these there.
  public func encode(with coder: NSCoder) { coder.encode(data as NSData, forKey: Self.codingKey) }

  /// The layout of an archive. It is `nil` where the archive has no whole layout.
  public convenience init?(coder: NSCoder) {
    guard let data = coder.data(forKey: Self.codingKey) else { return nil }
    self.init(data: data)
  }
}

extension ManagedAudioChannelLayout {
  /// The same channels, described by the tag that names them. It is `nil` if the channels are not described one by one,
  /// if one has a position of its own, and if no tag names them in this order.
  fileprivate var byTag: ManagedAudioChannelLayout? {
    guard tag == kAudioChannelLayoutTag_UseChannelDescriptions else { return nil }
    let descriptions = channelDescriptions
    guard descriptions.allSatisfy({ $0.mChannelFlags.isEmpty }) else { return nil }
    return ChannelLabels.tag(for: descriptions.map(\.mChannelLabel)).map { ManagedAudioChannelLayout(tag: $0) }
  }
}
