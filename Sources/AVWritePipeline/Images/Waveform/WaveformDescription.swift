/// A description of the image that is made of a file's sound.
public struct WaveformDescription: Sendable, Hashable {
  /// The path, URL or `-` of the input.
  public var input: String
  /// The identifier of the track; nil is the first enabled track of sound, or the first one where none is enabled.
  public var track: Int32?
  /// The size of the image, in pixels.
  public var size = PictureSize(width: 1600, height: 240)
  /// A Boolean value that says whether each channel has a band of the image. Otherwise all have one together.
  public var splitsChannels = false
  /// The colour of the wave.
  public var color = WaveformColor(red: 0x20, green: 0x60, blue: 0xC0)
  /// The colour behind the wave; nil leaves it transparent, or white in JPEG, which has no transparency.
  public var background: WaveformColor?
  public var format = ImageFormat.png
  /// The folder of the file; nil is that of the input, and the present one for an input that has none.
  public var folder: String?
  /// The beginning of the file's name; nil is the input's name.
  public var name: String?
  /// A Boolean value that says whether an existing file is replaced.
  public var replaces = false

  public init(input: String) { self.input = input }
}

/// A colour of sRGB, written `2060C0` or `#2060C0`: red, green and blue in hexadecimal digits.
public struct WaveformColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// - Returns: nil when the text is not six hexadecimal digits.
  public init?(argument text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }
}
