import CoreMedia
import MediaEngine
import Synchronization

/// The data that the first coded pictures of a track carry, found in one look at the first question. Any thread.
final class FirstPictures: Sendable {
  struct Findings {
    var dynamicMetadataVersion: Int?
    var timecode: String?
    var fieldDetail: String?
    var encoderStatement: String?
    var carriesClosedCaptions = false
  }

  private let kept = Mutex<Findings?>(nil)

  /// The number of pictures that are searched for captions. Broadcasts have captions, or room for them, in every
  /// picture. Where pictures are repeated, two of three have none, and B-frames may come first.
  private static let captionedPictures = 16
  /// The number of pictures that are searched for dynamic metadata. Every picture has it, or the first of every scene,
  /// and a file begins with a scene.
  private static let gradedPictures = 2

  /// Returns the data in the pictures: from the last reading, or by reading them, which blocks the thread.
  ///
  /// If pictures cannot be read, the next call tries again.
  func findings(in track: AVAssetTrack) -> Findings {
    if let kept = kept.withLock({ $0 }) { return kept }
    var findings = Findings()
    do {
      try Self.look(at: track, &findings)
      kept.withLock { $0 = findings }
    } catch {
      // The findings before the error are valid: they are returned, and not kept.
    }
    return findings
  }

  /// Reads pictures in the order of decoding, as few as answer all questions.
  private static func look(at track: AVAssetTrack, _ findings: inout Findings) throws {
    guard track.mediaType == .video, let asset = track.asset else { return }
    let session = asset.content.makeSession(onDamage: .endsReading)
    defer { session.cancel() }
    let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let reader = try session.reader(of: track.information, output: .glimpse, timeRange: all, isRandomAccess: false)
    let format = track.information.formatDescriptions.first
    let hasTimecodes = format?.mayHavePictureTimecodes == true
    let hasCaptions = format?.mayHaveClosedCaptions == true
    for number in 0..<captionedPictures {
      let seeksMetadata = findings.dynamicMetadataVersion == nil && number < gradedPictures
      let seeksCaptions = hasCaptions && !findings.carriesClosedCaptions
      guard seeksMetadata || seeksCaptions, let sample = try reader.next() else { return }
      if number == 0 {
        findings.encoderStatement = sample.encoderStatement
        findings.fieldDetail = sample.fieldDetail
        if hasTimecodes { findings.timecode = sample.pictureTimecode }
      }
      if seeksMetadata { findings.dynamicMetadataVersion = sample.dynamicMetadataVersion }
      if seeksCaptions { findings.carriesClosedCaptions = sample.carriesClosedCaptions }
    }
  }
}
