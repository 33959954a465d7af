internal import CoreAudioTypes
public import Foundation

extension AVAudioFormat {
  private enum CodingKey {
    static let description = "streamDescription"
    static let layout = "channelLayout"
    static let cookie = "magicCookie"
  }

  /// A Boolean value that says that a format can be unarchived with secure coding.
  public static var supportsSecureCoding: Bool { true }

  /// Archives the description, the layout and the magic cookie. Apple's archives have another form: they cannot be read
  /// here, nor these there.
  public func encode(with coder: NSCoder) {
    let description = Data(bytes: streamDescription, count: MemoryLayout<AudioStreamBasicDescription>.size)
    coder.encode(description as NSData, forKey: CodingKey.description)
    if let channelLayout { coder.encode(channelLayout.data as NSData, forKey: CodingKey.layout) }
    if let magicCookie { coder.encode(magicCookie as NSData, forKey: CodingKey.cookie) }
  }

  /// The format of an archive. It is `nil` where the archive is not whole, and for parts that do not go together.
  public convenience init?(coder: NSCoder) {
    guard let bytes = coder.data(forKey: CodingKey.description),
      bytes.count == MemoryLayout<AudioStreamBasicDescription>.size
    else { return nil }
    var layout: AVAudioChannelLayout?
    if let bytes = coder.data(forKey: CodingKey.layout) {
      layout = AVAudioChannelLayout(data: bytes)
      guard layout != nil else { return nil }
    }
    self.init(
      checking: bytes.withUnsafeBytes { $0.loadUnaligned(as: AudioStreamBasicDescription.self) },
      channelLayout: layout, magicCookie: coder.data(forKey: CodingKey.cookie))
  }
}
