internal import AVFoundation
internal import Foundation

/// Writes an image of a file's sound.
///
/// It blocks the calling thread, and runs once.
public struct Waveform {
  private let description: WaveformDescription

  public init(_ description: WaveformDescription) { self.description = description }

  /// The number of bins for each column of the image: a column's ends are exact to an eighth of it.
  private static let binsPerColumn = 16

  /// Reads the sound, and writes the file.
  ///
  /// - Throws: `JobError` of exit 65 to 67 or 69 for the input and its track, of 69 for a kind of file that this build
  ///   does not write, and of 73 or 74 for the file.
  public func run() throws(JobError) -> WaveformResult {
    let type = description.format.fileType(quality: 1)
    guard type.isAvailable else {
      throw JobError(.encoderMissing, "this build writes no \(description.format.rawValue) files")
    }
    let input = try InputFile(path: description.input)
    let source = try Source(input, spoolFolder: NSTemporaryDirectory())
    let track = try track(of: source)
    let names = OutputNames(description.name, folder: description.folder, of: input, named: description.input)
    let path = names.folder + names.stem + "-waveform." + description.format.fileExtension
    let files = try OutputSet(around: path, replaces: description.replaces, sources: input.identities)
    defer { files.discard() }
    let channelCount = description.splitsChannels ? max(1, track.audio?.channels ?? 1) : nil
    var sound = Sound(
      rate: max(1, Int(track.audio?.sampleRate ?? 48_000)),
      peaks: WaveformPeaks(channelCount: channelCount, mostBins: description.size.width * Self.binsPerColumn))
    try sound.read(track, of: source)
    let columns = sound.peaks.columns(description.size.width)
    let background = description.background ?? (description.format == .jpeg ? .white : nil)
    guard let image = WaveformImage(columns, description.size, description.color, on: background).image else {
      throw JobError(.internalError, "\(input.name): the image of its sound has no memory")
    }
    let data: Data
    do { data = try image.fileData(as: type) } catch { throw JobError(writing: error, to: path) }
    try files.write(data, to: path)
    try files.publish()
    return WaveformResult(
      input: input.name, path: path, track: track.id, size: description.size, sampleRate: sound.rate,
      sampleCount: sound.peaks.sampleCount, columns: columns)
  }

  private func track(of source: Source) throws(JobError) -> TrackFacts {
    let tracks = source.facts.tracks
    let chosen =
      if let id = description.track { tracks.first { $0.kind == .audio && $0.id == id } } else {
        tracks.presented(.audio)
      }
    guard let chosen else {
      let name = description.track.map { "no track of sound with the number \($0)" } ?? "no track of sound"
      throw JobError(.noTracks, "\(source.input.name): has \(name)", hint: "avwrite inspect shows its tracks")
    }
    return chosen
  }
}

/// The peaks of a track's sound, from its first sample to its last.
private struct Sound {
  /// The sample rate, in hertz.
  let rate: Int
  var peaks: WaveformPeaks
  /// The time of the first sample, or nil before there is one.
  private var start: CMTime?

  /// The shortest gap that counts, in seconds. Containers that round times seem to have smaller gaps where there are
  /// none.
  private static let shortestGap = 0.02

  init(rate: Int, peaks: WaveformPeaks) { (self.rate, self.peaks) = (rate, peaks) }

  /// Reads the whole track.
  ///
  /// - Throws: `JobError` of the reader, and of exit 67 for a track without samples.
  mutating func read(_ track: TrackFacts, of source: Source) throws(JobError) {
    guard track.isDecodable else {
      throw JobError(.decoderMissing, "\(source.input.name): this build does not decode \(track.title)")
    }
    try source.readSamples(of: track, as: FloatSound.settings(sampleRate: rate)) { try add($0) }
    if start == nil { throw JobError(.inputEmpty, "\(source.input.name): \(track.title) has no samples") }
  }

  private mutating func add(_ sample: CMSampleBuffer) throws {
    guard let buffer = sample.dataBuffer, sample.numSamples > 0,
      let channels = sample.formatDescription?.audioStreamBasicDescription.map({ Int($0.mChannelsPerFrame) }),
      channels > 0
    else { return }
    let time = sample.outputPresentationTimeStamp
    if start == nil { start = time }
    // A gap in the presentation is silent.
    let gap = (time - (start ?? time)).seconds * Double(rate) - Double(peaks.sampleCount)
    if gap.isFinite, gap > Self.shortestGap * Double(rate) {
      peaks.addSilence(Int(min(gap.rounded(), Double(WaveformPeaks.mostSamples))))
    }
    try buffer.withContiguousStorage { peaks.add($0.assumingMemoryBound(to: Float.self), stride: channels) }
  }
}
