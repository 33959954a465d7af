import AVFoundation

import Bitstreams
@testable import MovieFile

/// Writes a short file of computed media, and what its tables say.
enum WrittenFile {
  /// One video track of the moving plaid, `count` pictures at 25 a second unless `times` says otherwise.
  static func video(
    _ url: URL, fileType: AVFileType = .mov, settings: [String: Any]?, count: Int = 10, times: [CMTime]? = nil,
    picture: (Int) -> CVPixelBuffer = { ComputedMedia.picture(width: 64, height: 48, index: $0) }
  ) throws {
    try video(url, fileType: fileType, settings: settings, count: count, times: times, picture: picture) { _, _ in }
  }

  /// The same with a writer and an input that are configured first.
  static func video(
    _ url: URL, fileType: AVFileType = .mov, settings: [String: Any]?, count: Int = 10,
    configure: (AVAssetWriter, AVAssetWriterInput) -> Void
  ) throws {
    try video(
      url, fileType: fileType, settings: settings, count: count, times: nil,
      picture: { ComputedMedia.picture(width: 64, height: 48, index: $0) }, configure: configure)
  }

  private static func video(
    _ url: URL, fileType: AVFileType, settings: [String: Any]?, count: Int, times: [CMTime]?,
    picture: (Int) -> CVPixelBuffer, configure: (AVAssetWriter, AVAssetWriterInput) -> Void
  ) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    configure(writer, input)
    writer.add(input)
    try start(writer)
    for index in 0..<(times?.count ?? count) {
      let time = times?[index] ?? CMTime(value: CMTimeValue(index), timescale: 25)
      input.waitUntilReady()
      guard input.append(try ComputedMedia.sample(picture(index), at: time, duration: CMTime(value: 1, timescale: 25)))
      else { throw writer.error ?? ReadMedia.Failure(description: "a picture was refused") }
    }
    try finishWriting(writer)
  }

  /// One audio track of the tones, in buffers of 1000 samples.
  static func audio(
    _ url: URL, fileType: AVFileType = .mov, settings: [String: Any]?, count: Int = 48_000, rate: Int = 48_000,
    channels: Int = 1, configure: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    configure(writer, input)
    writer.add(input)
    try start(writer)
    for start in stride(from: 0, to: count, by: 1000) {
      input.waitUntilReady()
      let sample = try ComputedMedia.audioSample(
        start: start, count: min(1000, count - start), rate: rate, channels: channels)
      guard input.append(sample) else { throw writer.error ?? ReadMedia.Failure(description: "sound was refused") }
    }
    try finishWriting(writer)
  }

  static func start(_ writer: AVAssetWriter, at time: CMTime = .zero) throws {
    guard writer.startWriting() else { throw writer.error ?? ReadMedia.Failure(description: "writing does not start") }
    writer.startSession(atSourceTime: time)
  }

  /// The only track of a movie file, as its tables say.
  static func track(_ url: URL, _ index: Int = 0) throws -> Track { try movie(url).tracks[index] }

  static func movie(_ url: URL) throws -> Movie { try Movie(path: url.path) }

  /// The edits in seconds: the movie's length of each, and the media's start, `nil` for an empty one.
  static func edits(_ url: URL, track index: Int = 0) throws -> [(duration: Double, mediaStart: Double?)] {
    let movie = try movie(url)
    let track = movie.tracks[index]
    return track.edits.map { edit in
      (
        Double(edit.duration) / Double(movie.header.timeScale),
        edit.mediaStart.map { Double($0) / Double(track.timeScale) }
      )
    }
  }
}

extension Track {
  /// H.264's decoder configuration record.
  var avcConfiguration: AVCConfiguration? {
    sampleEntries.first?.payload(of: "avcC").flatMap { try? AVCConfiguration(parsing: $0) }
  }

  /// The indexes of the samples that decoding can start at.
  var syncSamples: [Int] { samples.filter(\.isSync).map(\.index) }

  /// Where each chunk begins in the file.
  var chunkOffsets: [Int64] { (0..<tables.chunkOffsets.count).map { Int64(tables.chunkOffsets.u32($0)) } }

  /// The length of each chunk in the track's ticks.
  var chunkDurations: [Int64] {
    var samples = samples.makeIterator()
    var row = 0
    return (0..<tables.chunkOffsets.count).map { chunk in
      // A run holds until the next one's first chunk, which is numbered from 1.
      if row + 1 < tables.chunkRuns.count, Int(tables.chunkRuns.u32(row + 1)) <= chunk + 1 { row += 1 }
      let count = Int(tables.chunkRuns.u32(row, column: 1))
      return (0..<count).reduce(0) { sum, _ in sum + (samples.next()?.duration ?? 0) }
    }
  }
}
