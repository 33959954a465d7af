/// A description of the image that is made of a file's sound.
public struct WaveformDescription: Sendable, Hashable {
  /// The path, URL or `-` of the input.
  public var input: String
  /// The identifier of the track. Nil means the first enabled track of sound, or the first one if none is enabled.
  public var track: Int32?
  /// The size of the image, in pixels.
  public var size = PictureSize(width: 1600, height: 240)
  /// A Boolean value that says whether each channel has its own band of the image. Otherwise all channels share one.
  public var splitsChannels = false
  /// The colour of the wave.
  public var color = PictureColor(red: 0x20, green: 0x60, blue: 0xC0)
  /// The colour behind the wave. Nil leaves it transparent, or white in JPEG, which has no transparency.
  public var background: PictureColor?
  public var format = ImageFormat.png
  /// The folder of the file. Nil means the folder of the input, or the current folder for an input that has none.
  public var folder: String?
  /// The beginning of the file's name; nil is the input's name.
  public var name: String?
  /// A Boolean value that says whether an existing file is replaced.
  public var replaces = false

  public init(input: String) { self.input = input }
}
