import CoreMedia
import MediaInterop
import MediaSupport

@testable import MediaEngine

/// Packets from a table: a stage is tested with it alone, without a file.
final class ScriptedPackets: PacketSource, @unchecked Sendable {
  // Sendable: one caller at a time, as the protocol says.

  struct Step {
    var dts: Int64
    var pts: Int64?
    var duration: Int64 = 1
    var isKey = true
    var isDiscarded = false
    var isDamaged = false
    var isDroppable = false
    var bytes: [UInt8] = [0]
    /// What reading throws in its place.
    var error: MediaError?

    var packet: Packet {
      let storage = bytes.withUnsafeBytes { PacketStorage(copying: $0) }
      var packet = Packet(
        bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[..<bytes.count]), owner: storage, pts: pts ?? dts,
        dts: dts, duration: duration, timeBase: timeBase)
      packet.isKeyFrame = isKey
      packet.isDiscarded = isDiscarded
      packet.isDamaged = isDamaged
      packet.isDroppable = isDroppable
      return packet
    }
  }

  static let timeBase = TimeBase(ticksPerSecond: 1000)

  private let steps: [Step]
  private var place = 0
  /// Where it was sent to; `nil` for the start.
  private(set) var places: [Int64?] = []

  init(_ steps: [Step]) { self.steps = steps }

  func next() throws -> Packet? {
    guard steps.indices.contains(place) else { return nil }
    defer { place += 1 }
    if let error = steps[place].error { throw error }
    return steps[place].packet
  }

  func seek(to ticks: Int64) {
    places.append(ticks)
    place = steps.lastIndex { $0.packet.isAccessPoint(at: ticks) } ?? 0
  }

  func rewind() {
    places.append(nil)
    place = 0
  }
}

extension ReadingContext {
  /// A track of a movie whose packets come from a script, in milliseconds.
  ///
  /// - Parameter others: the parameters of further sample descriptions.
  static func scripted(
    _ parameters: CodecParameters, others: [CodecParameters] = [], isMovie: Bool = true,
    continuesAfterDamage: Bool = false, opener: any MediaOpener = LibraryOpener()
  ) throws -> ReadingContext {
    let stream = Stream(index: 0, parameters: parameters, timeBase: ScriptedPackets.timeBase)
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
    let formats = try ([parameters] + others).map { parameters in
      try CMFormatDescription(
        stream: Stream(index: 0, parameters: parameters, timeBase: stream.timeBase), firstPacket: nil)
    }
    var track = SourceTrack(
      streamIndex: 0, trackID: 1, mediaType: parameters.kind == .video ? .video : .audio,
      formatDescriptions: formats, timeRange: whole, timeScale: 1000, isDecodable: true, channelLayoutName: "")
    track.hasMovieTables = isMovie
    let timeline = AssetTimeline(timeBase: stream.timeBase, origin: .zero)
    return ReadingContext(
      track: track, stream: stream, opener: opener, timeline: timeline, edits: nil, notes: ReadingNotes(),
      losses: continuesAfterDamage ? ReadingLosses(of: track, timeline, edits: nil, in: whole, isDamaged: false) : nil)
  }
}

extension CodecParameters {
  /// Pictures of two by two, whose six bytes are the packet's.
  static var tinyPictures: CodecParameters {
    var parameters = CodecParameters(codec: .rawVideo)
    (parameters.width, parameters.height) = (2, 2)
    parameters.pixelFormat = PixelFormat(name: "yuv420p")
    return parameters
  }

  /// One channel of 16 bits, a sample each millisecond.
  static var slowSound: CodecParameters {
    var parameters = CodecParameters(codec: CodecID(name: "pcm_s16le")!)
    parameters.sampleRate = 1000
    parameters.layout = .default(count: 1)
    parameters.bitsPerCodedSample = 16
    parameters.blockAlign = 2
    return parameters
  }
}

/// Milliseconds of the asset's timeline.
func range(_ start: Int64, _ end: Int64? = nil) -> CMTimeRange {
  let from = CMTime(value: start, timescale: 1000)
  guard let end else { return CMTimeRange(start: from, duration: .positiveInfinity) }
  return CMTimeRange(start: from, end: CMTime(value: end, timescale: 1000))
}

extension ReadingStage {
  /// Everything in a range.
  func samples(in range: CMTimeRange) throws -> [CMSampleBuffer] {
    try seek(to: range)
    var samples: [CMSampleBuffer] = []
    while let sample = try next() { samples.append(sample) }
    return samples
  }
}

extension CMSampleBuffer {
  /// When it is presented, in milliseconds.
  var start: Int64 { CMTimeConvertScale(presentationTimeStamp, timescale: 1000, method: .default).value }
}
