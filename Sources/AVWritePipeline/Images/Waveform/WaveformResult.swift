/// The file that the image of a sound was written to, and the peaks that it shows.
public struct WaveformResult: Sendable, Hashable {
  /// The user's name for the input.
  public var input: String
  public var path: String
  /// The number of the track in the input.
  public var track: Int32
  /// The size of the image, in pixels.
  public var size: PictureSize
  /// The sample rate, in hertz.
  public var sampleRate: Int
  /// The number of samples of each channel.
  public var sampleCount: Int
  /// The lowest and the highest sample of each column in turn, band by band, in 16 bits: full scale is 32767.
  public var peaks: [[Int]]

  init(
    input: String, path: String, track: Int32, size: PictureSize, sampleRate: Int, sampleCount: Int,
    columns: [[WaveformPeaks.Extent]]
  ) {
    (self.input, self.path, self.track, self.size) = (input, path, track, size)
    (self.sampleRate, self.sampleCount) = (sampleRate, sampleCount)
    peaks = columns.map { $0.flatMap { [Self.level($0.low), Self.level($0.high)] } }
  }

  private static func level(_ sample: Float) -> Int { Int((max(-1, min(1, sample)) * 32767).rounded()) }
}

extension WaveformResult {
  /// The document of `avwrite waveform --json`; `Schemas/waveform.schema.json` describes it.
  package var document: String {
    let object: JSON = [
      "v": 1, "type": "waveform", "input": JSON(input), "path": JSON(path), "track": JSON(track),
      "width": JSON(size.width), "height": JSON(size.height), "sample_rate": JSON(sampleRate),
      "samples": JSON(sampleCount), "peaks": .array(peaks.map { .array($0.map { JSON($0) }) }),
    ]
    return object.document
  }

  /// The path of the file, on a line.
  package var text: String { [path].printableText }
}
