import Foundation
import MediaSupport
import TestSupport

@testable import MovieFile

/// Tracks made by hand: what they hold is known to the last bit.
enum SyntheticMovie {
  /// A baseline `avcC` for 64×48: one sequence and one picture parameter set.
  static let avcC: [UInt8] = [
    0x01, 0x42, 0xC0, 0x0A, 0xFF, 0xE1, 0x00, 0x07, 0x67, 0x42, 0xC0, 0x0A, 0xDA, 0x11, 0xE4, 0x01, 0x00, 0x04, 0x68,
    0xCE, 0x3C, 0x80,
  ]

  /// AAC-LC, 48 kHz, stereo.
  static let esds: [UInt8] = [
    0, 0, 0, 0, 0x03, 0x19, 0, 0, 0, 0x04, 0x11, 0x40, 0x15, 0, 0, 0, 0, 1, 0xF4, 0, 0, 1, 0xF4, 0, 0x05, 0x02, 0x11,
    0x90, 0x06, 0x01, 0x02,
  ]

  static let videoEntry = SampleEntry.video(
    format: "avc1", width: 64, height: 48, compressorName: "synthetic",
    extensions: [
      .box(OpaqueBox("avcC", avcC)),
      .color(.coded(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)),
      .pixelAspectRatio(PixelSpacing(horizontal: 4, vertical: 3)),
      .cleanAperture(
        CleanAperture(width: .init(62), height: .init(46), horizontalOffset: .init(-1, 2), verticalOffset: .init(0))),
    ])

  static let audioEntry = SampleEntry.audio(
    format: "mp4a", channels: 2, sampleRate: 48000, framesPerPacket: 1024, extensions: [.box(OpaqueBox("esds", esds))])

  static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  struct Source {
    var bytes: [UInt8]
    var sample: MovieWriter.Sample
  }

  /// I P B B… pictures at 30000/1001 Hz whose decode times start two frames before the first presentation.
  static func video(frames: Int, size: ClosedRange<Int> = 100...400, seed: UInt64 = 1) -> [Source] {
    var generator = SeededGenerator(seed: seed)
    return (0..<frames).map { index in
      let offsets: [Int64] = [2, 4, 1, 1]
      let sample = MovieWriter.Sample(
        decodeTime: Int64(index - 2) * 1001, compositionOffset: offsets[index % 4] * 1001, duration: 1001,
        isSync: index % 12 == 0,
        dependency: SampleDependency(
          dependsOnOthers: index % 12 == 0 ? .no : .yes, isDependedOn: index % 4 == 3 ? .no : .yes), entry: 0)
      let count = Int.random(in: size, using: &generator)
      // One length-prefixed NAL unit.
      var bytes = bytes(count, seed: seed &+ UInt64(index))
      let length = UInt32(count - 4)
      for byte in 0..<4 { bytes[byte] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * byte)) }
      // An IDR picture of an I slice, or a P slice.
      bytes.replaceSubrange(4..<6, with: index % 12 == 0 ? [0x65, 0x88] : [0x41, 0x9A])
      return Source(bytes: bytes, sample: sample)
    }
  }

  static func audio(packets: Int, size: ClosedRange<Int> = 90...200, seed: UInt64 = 7) -> [Source] {
    var generator = SeededGenerator(seed: seed)
    return (0..<packets).map { index in
      Source(
        bytes: bytes(Int.random(in: size, using: &generator), seed: seed &+ UInt64(index)),
        sample: .init(decodeTime: Int64(index) * 1024 - 2112, duration: 1024))
    }
  }

  static var videoTrack: TrackDescription {
    var track = TrackDescription(kind: .video, timeScale: 30000)
    (track.width, track.height) = (64, 48)
    return track
  }

  static var audioTrack: TrackDescription { TrackDescription(kind: .audio, timeScale: 48000) }

  /// Appends tracks interleaved by decode time.
  static func append(_ tracks: [(index: Int, timeScale: Int32, samples: [Source])], to writer: MovieWriter) throws {
    var next = Array(repeating: 0, count: tracks.count)
    func time(_ index: Int) -> Double {
      Double(tracks[index].samples[next[index]].sample.decodeTime) / Double(tracks[index].timeScale)
    }
    while let first = tracks.indices.filter({ next[$0] < tracks[$0].samples.count }).min(by: { time($0) < time($1) }) {
      let source = tracks[first].samples[next[first]]
      try source.bytes.withUnsafeBytes { try writer.append($0, to: tracks[first].index, source.sample) }
      next[first] += 1
    }
  }

  /// Writes H.264 and AAC with edits, and returns what was appended.
  @discardableResult
  static func write(
    to path: String, format: FileFormat, frames: Int = 60, isFastStart: Bool = true,
    _ configure: (MovieWriter) -> Void = { _ in }
  ) throws -> (video: [Source], audio: [Source]) {
    let writer = try MovieWriter(creating: path, format: format, options: .init(isFastStart: isFastStart))
    let video = videoTrack
    var audio = audioTrack
    audio.rollDistance = -1
    audio.language = Language("deu")!
    audio.extendedLanguage = "de-CH"
    let videoIndex = writer.addTrack(video)
    let audioIndex = writer.addTrack(audio)
    _ = writer.addSampleEntry(videoEntry, to: videoIndex)
    _ = writer.addSampleEntry(audioEntry, to: audioIndex)
    configure(writer)
    let pictures = Self.video(frames: frames)
    let packets = Self.audio(packets: frames * 3 / 2)
    try append([(videoIndex, 30000, pictures), (audioIndex, 48000, packets)], to: writer)
    writer.updateDescription(of: videoIndex) { description in
      description.edits = [.media(start: 0, duration: Int64(frames) * 1001 * 8, rate: Edit.normalRate)]
    }
    let validFrames = Int64(packets.count) * 1024 - 2112 - 300
    writer.updateDescription(of: audioIndex) { description in
      description.edits = [.media(start: 0, duration: validFrames * 5, rate: Edit.normalRate)]
      description.priming = AudioPriming(priming: 2112, remainder: 300, validFrames: validFrames)
    }
    try writer.finish()
    return (pictures, packets)
  }
}
