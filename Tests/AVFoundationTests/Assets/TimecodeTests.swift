import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Timecode tracks: written, read back, and read by others.
@Suite("Timecode")
struct TimecodeTests {
  /// A counting of frames, the number of a frame in it, and how others write that.
  struct Case: CustomTestStringConvertible, Sendable {
    var frameDuration: CMTime
    var frameQuanta: Int
    var isDropFrame = false
    var frame: Int32
    var text: String
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    Case(frameDuration: CMTime(value: 1, timescale: 25), frameQuanta: 25, frame: 90_000, text: "01:00:00:00"),
    Case(
      frameDuration: CMTime(value: 1001, timescale: 24_000), frameQuanta: 24, frame: 24 * 61 + 5, text: "00:01:01:05"),
    // Ten hours of drop frame: 30 frames a second, less 18 in each ten minutes.
    Case(
      frameDuration: CMTime(value: 1001, timescale: 30_000), frameQuanta: 30, isDropFrame: true, frame: 1_078_920,
      text: "10:00:00;00"),
  ]

  /// Sound with a timecode track that it refers to.
  private func write(_ url: URL, _ code: Case) throws {
    let sound = try WrittenTracks.sound()
    let flags: CMFormatDescription.TimeCode.Flag =
      code.isDropFrame ? [.dropFrame, .twentyFourHourMax] : .twentyFourHourMax
    let timecode = try WrittenTracks.timecode(
      start: code.frame,
      WrittenTracks.timecodeFormat(
        frameDuration: code.frameDuration, frameQuanta: code.frameQuanta, flags: flags))
    sound.input.addTrackAssociation(withTrackOf: timecode.input, type: AVAssetTrack.AssociationType.timecode.rawValue)
    try WrittenTracks.write(url, [sound, timecode])
  }

  @Test(arguments: cases)
  func `a timecode track comes back with its counting and its first frame`(_ code: Case) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, code)
    let (_, track) = try ReadMedia.track(url, .timecode)
    let format = track.format
    #expect(format.mediaSubType == .timeCode32)
    #expect(format.frameDuration == code.frameDuration)
    #expect(format.frameQuanta == UInt32(code.frameQuanta))
    #expect(format.timeCodeFlags.contains(.dropFrame) == code.isDropFrame)
    let samples = try ReadMedia.stored(url, .timecode)
    #expect(samples.map(\.bytes) == [(0..<4).map { UInt8(truncatingIfNeeded: code.frame >> (24 - 8 * $0)) }])
    #expect(samples.first?.presentationTime == .zero)
    #expect(track.timeRange.duration == CMTime(value: 1, timescale: 1))
    // Tracks do not hold their asset.
    let asset = AVURLAsset(url: url)
    #expect(asset.tracks[0].associatedTracks(ofType: .timecode).map(\.trackID) == [track.trackID])
  }

  @Test func `a timecode track has QuickTime's media header for it`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, Self.cases[0])
    let file = [UInt8](try Data(contentsOf: url))
    // gmhd holds gmin and tmcd, and that a tcmi (QuickTime File Format, "Timecode media information atom").
    let header = try #require(file.firstRange(of: Array("gmhd".utf8))?.upperBound)
    #expect(Array(file[header + 4..<header + 8]) == Array("gmin".utf8))
    #expect(Array(file[header + 28..<header + 32]) == Array("tmcd".utf8))
    #expect(Array(file[header + 36..<header + 40]) == Array("tcmi".utf8))
    let style = Array(file[header + 40..<header + 65])
    // Version and flags, font, face, size 12, a reserved field, white on black, and a font name.
    #expect(
      style == [0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0] + [UInt8](repeating: 0xFF, count: 6) + [0, 0, 0, 0, 0, 0, 0])
    #expect(try WrittenFile.movie(url).tracks[1].mediaHeaderType == "gmhd")
  }

  @Test(arguments: cases)
  func `ffprobe reads the start timecode, of the sound too by its reference`(_ code: Case) throws {
    guard Tool.ffprobe.isInstalled(for: "its reading of timecodes is not compared") else { return }
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, code)
    let probe = try Probe.read(url.path)
    #expect(probe.streams.map { $0.tags?["timecode"] } == [code.text, code.text])
  }

  @Test(arguments: cases)
  func `mediainfo reads the start timecode`(_ code: Case) throws {
    guard Tool.mediainfo.isInstalled(for: "its reading of timecodes is not compared") else { return }
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, code)
    let track = try #require(try MediaReport.mediainfo(url).first { $0["@type"] == "Other" })
    #expect(track["Type"] == "Time code")
    #expect(track["TimeCode_FirstFrame"] == code.text)
  }
}
