import Foundation
import TestSupport
import Testing

/// A track that nobody can decode, since what its file says of it is broken, is damaged also where it is copied: all of it,
/// and nothing else.
@Suite struct ConfigurationDamageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A change of one byte of a box, counted from its type on.
  struct Change: CustomTestStringConvertible {
    var box: String
    var place: Int
    var flips: UInt8
    var testDescription: String
  }

  private static let file = "h264-aac-small.mp4"
  private static let copies = ["--video-codec", "copy", "--audio-codec", "copy"]

  private func write(_ change: Change) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(Self.file))))
    let box = try #require(bytes.firstRange(of: Array(change.box.utf8))).lowerBound
    bytes[box + change.place] ^= change.flips
    try Data(bytes).write(to: folder.file("in.mp4"))
  }

  private func transcode(_ options: [String], salvaging: Bool = false) throws -> Command.Ending {
    let damage = salvaging ? ["--on-damage", "salvage"] : []
    return try Command(["transcode", "in.mp4", "out.mp4", "--force"] + options + damage, in: folder).ending()
  }

  @Test(arguments: [
    Change(box: "avcC", place: 1, flips: 0xD6, testDescription: "no record"),
    Change(box: "avcC", place: 4, flips: 0xCC, testDescription: "no version"),
    Change(box: "avcC", place: 8, flips: 0xBE, testDescription: "lengths of two bytes"),
    Change(box: "avcC", place: 9, flips: 0xA7, testDescription: "more parameter sets than there are"),
    Change(box: "avcC", place: 12, flips: 0x08, testDescription: "no unit of a sequence parameter set"),
    Change(box: "avcC", place: 17, flips: 0x40, testDescription: "a sequence of another form"),
    Change(box: "avcC", place: 41, flips: 0x64, testDescription: "a picture parameter set of no sequence"),
  ])
  func `pictures whose configuration is of no use are refused, and salvage keeps the sound`(_ change: Change) throws {
    try write(change)
    for options in [Self.copies, ["--speed", "ultrafast"]] {
      let refused = try transcode(options)
      #expect(refused.exit == 65, "\(refused.errors)")
      let salvaged = try transcode(options, salvaging: true)
      #expect(salvaged.exit == 82, "\(salvaged.errors)")
      #expect(try Probe.read(folder.path("out.mp4")).streams.map(\.codec_type) == ["audio"])
    }
    #expect(try transcode(["--video-codec", "none"]).exit == 0)
  }

  @Test(arguments: [
    Change(box: "esds", place: 39, flips: 0x20, testDescription: "a layer of a scalable stream"),
    Change(box: "esds", place: 39, flips: 0x40, testDescription: "an object type that is reserved"),
    Change(box: "esds", place: 39, flips: 0x90, testDescription: "orders to a synthesizer"),
  ])
  func `sound whose configuration is of no use is refused, and salvage keeps the pictures`(_ change: Change) throws {
    try write(change)
    for options in [Self.copies, ["--video-codec", "copy", "--audio-codec", "mp3"]] {
      let refused = try transcode(options)
      #expect(refused.exit == 65, "\(refused.errors)")
      let salvaged = try transcode(options, salvaging: true)
      #expect(salvaged.exit == 82, "\(salvaged.errors)")
      #expect(try Probe.read(folder.path("out.mp4")).streams.map(\.codec_type) == ["video"])
    }
    #expect(try transcode(["--audio-codec", "none", "--video-codec", "copy"]).exit == 0)
  }

  /// CELP, which is speech, and which libavcodec does not have.
  @Test func `sound of a form that this build cannot decode is copied, and not called damaged`() throws {
    try write(Change(box: "esds", place: 39, flips: 0x50, testDescription: "object type 8"))
    #expect(try transcode(Self.copies).exit == 0)
    let refused = try transcode(["--video-codec", "copy", "--audio-codec", "mp3"])
    #expect(refused.exit == 69, "\(refused.errors)")
  }
}
