import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MovieFile
import TestSupport
import Testing

@testable import MediaEngine

/// A decoder configuration that agrees with what stands beside it is of use to libavcodec, too: where the one is
/// asked, no damage is lost that the other would report.
struct ConfigurationAgreementTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first packet of the one track of a kind, and all that is needed to read it.
  private struct Beginning {
    var track: SourceTrack
    var stream: MediaInterop.Stream
    var packet: Packet
    var agreement: ConfigurationAgreement?

    /// - Returns: `nil` for a file in which there is none.
    init?(of path: String, _ kind: CMFormatDescription.MediaType, by opener: any MediaOpener) throws {
      let (source, cancellation) = (MediaSource.file(path), Cancellation())
      guard let movie = try Movie.read(source, cancellation: cancellation) else { return nil }
      let information = try SourceInformation(of: source, movie: movie, by: opener, cancellation: cancellation)
      guard let track = information.tracks.first(where: { $0.mediaType == kind }) else { return nil }
      self.track = track
      stream = information.stream(of: track)
      guard let tables = movie.track(id: UInt32(bitPattern: stream.id)),
        let sample = tables.samples.first(where: { _ in true })
      else { return nil }
      let media = try MovieMedia(movie, of: tables, in: source, readsPastDamage: false, cancellation)
      guard let read = try media.packet(sample.size, at: sample.offset, sample: 0, stream.timeBase) else { return nil }
      packet = read
      packet.isKeyFrame = true
      agreement = information.configurationAgreement(of: track)
    }

    /// Asks libavcodec alone.
    func requireDecoding(by opener: any MediaOpener) throws {
      let timeline = AssetTimeline(timeBase: stream.timeBase, origin: .zero)
      let context = ReadingContext(
        track: track, stream: stream, opener: opener, timeline: timeline, edits: nil, notes: ReadingNotes(),
        losses: nil)
      let options = track.mediaType == .video ? ["err_detect": "explode"] : [:]
      _ = try context.decoder(threads: 1, options)
      var proof = ConfigurationProof(of: context)
      try proof.require(packet)
    }
  }

  /// A box with a decoder's configuration, and the file in which it is.
  struct Record: Sendable, CustomTestStringConvertible {
    var path: String
    var box: String
    var kind: CMFormatDescription.MediaType

    var testDescription: String { "\(box) of \(path.split(separator: "/").last ?? "")" }
  }

  private static func record(_ path: String, _ box: String) -> Record {
    Record(path: path, box: box, kind: box == "esds" ? .audio : .video)
  }

  private static let records: [Record] =
    [
      record(Files.fixture("h264-pcm.mov"), "avcC"), record(Files.fixture("h264-aac-small.mp4"), "esds"),
      record(Files.fixture("hevc10-hdr10.mp4"), "hvcC"),
    ]
    + (Files.hasShared
      ? [
        record(Files.shared("mov/bt601.mov"), "avcC"), record(Files.shared("mov/bt601.mov"), "esds"),
        record(Files.shared("mp4/h265_10bits.mp4"), "hvcC"),
      ] : [])

  @Test(arguments: records)
  func `a configuration with any wrong bit, or some, is of use to libavcodec where it agrees`(record: Record) throws {
    let opener = LibraryOpener()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: record.path)))
    let place = try #require(bytes.firstRange(of: Array(record.box.utf8))).upperBound
    // Behind the parameter sets x265 has two thousand bytes of text, of which no bit matters.
    let size = min(bytes[place - 8..<place - 4].reduce(0) { $0 << 8 | Int($1) } - 8, 120)
    let whole = try #require(try Beginning(of: record.path, record.kind, by: opener))
    #expect(whole.agreement?.holds(for: whole.packet.bytes) == true)
    var generator = SeededGenerator(seed: 22)
    let single = (0..<8 * size).map { [$0] }
    let several = (0..<100).map { _ in
      (0..<Int.random(in: 2...4, using: &generator)).map { _ in Int.random(in: 0..<8 * size, using: &generator) }
    }
    var (agreed, contradicted) = (0, 0)
    for bits in single + several {
      var changed = bytes
      for bit in bits { changed[place + bit / 8] ^= 0x80 >> UInt8(bit % 8) }
      let path = folder.path("changed.mov")
      try Data(changed).write(to: URL(fileURLWithPath: path))
      guard let found = try? Beginning(of: path, record.kind, by: opener) else { continue }
      if let agreement = found.agreement, agreement.holds(for: found.packet.bytes) {
        agreed += 1
        #expect(throws: Never.self, "bits \(bits)") { try found.requireDecoding(by: opener) }
      } else {
        contradicted += 1
      }
    }
    // Bit rates, names of colours and the like contradict nothing.
    #expect(agreed > 0 && contradicted > size, "\(agreed) agree, \(contradicted) do not")
  }
}
