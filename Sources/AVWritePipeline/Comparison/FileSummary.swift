internal import AVFoundation

/// The facts about a file on the page about a comparison.
struct FileSummary {
  let facts: SourceFacts
  let track: TrackFacts
  /// The encoder's description of itself, or nil if there is none.
  let encoder: String?

  init(_ stream: PictureStream) throws(JobError) {
    (facts, track) = (stream.source.facts, stream.track)
    encoder = try stream.source.assetTrack(stream.track).encoderStatement
  }

  var sizeText: String { facts.byteCount.map { "\($0) bytes" } ?? "" }

  var codecText: String {
    [track.codec.withoutTrailingSpaces, track.standardText].compactMap { $0 }.joined(separator: " ")
  }

  var pictureText: String {
    guard let video = track.video else { return "" }
    let rate = video.framesPerSecond > 0 ? "\(video.rateText) fps" : nil
    return (["\(video.width)x\(video.height)", rate, video.sampleText] + video.dynamicRanges).compactMap { $0 }
      .joined(separator: ", ")
  }

  var bitRateText: String { track.bitsPerSecond.map { "\(Int(min($0, 1e15) / 1000)) kb/s" } ?? "" }

  var soundText: String {
    facts.tracks.filter { $0.kind == .audio }.map { track in
      let rate = track.bitsPerSecond.map { " \(Int(min($0, 1e15) / 1000)) kb/s" } ?? ""
      return track.codec.withoutTrailingSpaces + rate
    }.joined(separator: ", ")
  }
}
