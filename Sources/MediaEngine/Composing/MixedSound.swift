package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Reads several tracks of sound as one: the tracks are added up, each with its volume (MX-20 to MX-24).
///
/// One caller at a time.
package final class MixedSound: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; the readers' warnings and losses are behind their own locks.

  /// A track of the mix.
  package struct Input: Sendable {
    package var track: SourceTrack
    package var treatment = SoundTreatment()
    /// The algorithm for segments of the track that are shown at another speed.
    package var timeStretch = TimeStretchAlgorithm.spectral

    package init(_ track: SourceTrack) { self.track = track }
  }

  private let inputs: [Input]
  private let readers: [any SampleReader]
  /// The format in which the tracks are read and added up: interleaved floats.
  private let mixing: AudioFormat
  private let converter: AudioConverter
  private var maker: SoundSampleMaker
  /// The ranges that are read after the current one.
  private var ranges: ArraySlice<CMTimeRange>
  /// The tracks' sounds in the current range; `nil` between two ranges.
  private var sounds: [MixedTrack]?
  /// The number of the next frame, counted from the asset's time zero.
  private var position: Int64 = 0

  /// The number of frames that are mixed at once.
  private static let blockFrames = 4096

  /// - Parameters:
  ///   - session: the session that reads the tracks.
  ///   - request: the form of the mixed sound. Open properties follow from the tracks: the highest rate, the most
  ///     channels, and floats of 32 bits.
  ///   - isRandomAccess: a Boolean value that says whether the reader will be reset to other ranges.
  /// - Throws: `MediaError`: a track cannot be read.
  package init(
    _ session: any AssetSession, _ inputs: [Input], as request: AudioRequest, timeRange: CMTimeRange,
    isRandomAccess: Bool
  ) throws {
    self.inputs = inputs
    var floats = request
    floats.sampleRate = request.sampleRate ?? max(1, inputs.map(\.track.sampleRate).max() ?? 1)
    if request.channelCount == nil {
      let layouts = inputs.map { $0.track.speakers(decodedAs: session.decodedSpeakers(of: $0.track)) }
      let widest = layouts.max { $0.count < $1.count }
      (floats.channelCount, floats.channelMask) = (widest?.count, widest?.mask)
    }
    (floats.sampleType, floats.isNonInterleaved, floats.packing) = (.float32, false, PCMPacking())
    mixing = floats.format(for: .floats)
    var wanted = floats
    (wanted.sampleType, wanted.isNonInterleaved) = (request.sampleType ?? .float32, request.isNonInterleaved)
    let format = wanted.format(for: .floats)
    converter = try AudioConverter(from: mixing, to: format)
    maker = SoundSampleMaker(request.packing)
    readers = try inputs.map { input in
      var request = floats
      request.timeStretch = input.timeStretch
      return try session.reader(
        of: input.track, output: .audio(request), timeRange: timeRange, isRandomAccess: isRandomAccess)
    }
    ranges = []
    begin(timeRange)
  }

  package func next() throws -> CMSampleBuffer? {
    while true {
      if let sounds, let mixed = try mix(sounds) {
        defer { position += Int64(mixed.sampleCount) }
        let time = CMTime(value: position, timescale: CMTimeScale(clamping: mixing.sampleRate))
        return try maker.sample(converter.convert(mixed), at: time)
      }
      sounds = nil
      guard let range = ranges.popFirst() else { return nil }
      for reader in readers { reader.reset(to: [range]) }
      begin(range)
    }
  }

  package func reset(to timeRanges: [CMTimeRange]) { (ranges, sounds) = (timeRanges[...], nil) }

  package var warnings: [String] { readers.flatMap(\.warnings) }

  /// The time ranges in which the sound of one of the tracks is missing.
  package var lostTimeRanges: [CMTimeRange] { readers.flatMap(\.lostTimeRanges).joined }

  private func begin(_ range: CMTimeRange) {
    position = max(0, SoundFrames.frame(at: range.start, CMTimeScale(clamping: mixing.sampleRate)) ?? 0)
    sounds = zip(inputs, readers).map { input, reader in
      MixedTrack(input, SoundFrames(reader, of: input.track, as: mixing, from: position), mixing)
    }
  }

  /// Returns the next frames of all tracks together; `nil` if all have ended.
  private func mix(_ sounds: [MixedTrack]) throws -> PCMBuffer? {
    let channelCount = mixing.layout.count
    var sum = [Float](repeating: 0, count: Self.blockFrames * channelCount)
    var length = 0
    for sound in sounds {
      length = max(length, try sound.add(to: &sum, from: position))
    }
    guard length > 0 else { return nil }
    return sum.withUnsafeBufferPointer { sum in
      sum.baseAddress.map { PCMBuffer(floats: $0, count: length, mixing) }
    }
  }
}

extension AudioFormat {
  /// A format that only serves as a base: the request states all of its properties.
  fileprivate static let floats = AudioFormat(
    sampleRate: 48_000, layout: .default(count: 2), sampleFormat: .f32, isPlanar: false)
}

/// The sound of one track of a mix.
private final class MixedTrack {
  private let input: MixedSound.Input
  private let frames: SoundFrames
  private let format: AudioFormat
  /// The sound that was read but not mixed yet.
  private var pending: SoundFrames.Stretch?
  private var hasEnded = false
  /// The memory for the frames that are mixed.
  private var block: [Float] = []

  init(_ input: MixedSound.Input, _ frames: SoundFrames, _ format: AudioFormat) {
    (self.input, self.frames, self.format) = (input, frames, format)
  }

  /// Adds the track's next frames to those of other tracks.
  ///
  /// - Parameters:
  ///   - sum: interleaved frames.
  ///   - position: the number of the first frame, counted from the asset's time zero.
  /// - Returns: The number of frames that the track has; at its end, it is less than that of the sum.
  func add(to sum: inout [Float], from position: Int64) throws -> Int {
    let channelCount = format.layout.count
    block = [Float](repeating: 0, count: sum.count)
    let count = try read(sum.count / channelCount)
    guard count > 0 else { return 0 }
    block.withUnsafeMutableBufferPointer { block in
      let samples = UnsafeMutableBufferPointer(rebasing: block[..<(count * channelCount)])
      input.treatment.apply(
        to: samples, channelCount: channelCount, from: position, sampleRate: format.sampleRate)
    }
    for sample in 0..<(count * channelCount) { sum[sample] += block[sample] }
    return count
  }

  /// Reads frames into the block.
  ///
  /// - Returns: the number of frames that were read.
  private func read(_ wanted: Int) throws -> Int {
    var done = 0
    while done < wanted, !hasEnded {
      if pending == nil { pending = try frames.next() }
      switch pending {
      case nil: hasEnded = true
      case .silence(let count):
        let taken = Int(min(count, Int64(wanted - done)))
        pending = count > Int64(taken) ? .silence(count - Int64(taken)) : nil
        done += taken
      case .sound(let audio):
        let taken = min(audio.sampleCount, wanted - done)
        copy(audio.slice(0..<taken), to: done)
        pending = taken < audio.sampleCount ? .sound(audio.slice(taken..<audio.sampleCount)) : nil
        done += taken
      }
    }
    return done
  }

  private func copy(_ audio: PCMBuffer, to frame: Int) {
    let channelCount = format.layout.count
    guard let plane = audio.planes.first else { return }
    let source = UnsafeBufferPointer(
      start: plane.assumingMemoryBound(to: Float.self), count: audio.sampleCount * channelCount)
    for (offset, sample) in source.enumerated() { block[frame * channelCount + offset] = sample }
  }
}
