import AVFoundation
import Bitstreams
import MovieFile
import TestSupport
import Testing

/// Real clips through reader and writer: what comes back is near what went in.
@Suite("Lossy round trips")
struct RoundTripTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ name: String, _ mode: Mode, fileType: AVFileType = .mov) async throws -> Transfer {
    let transfer = try Transfer(MediaFiles.fixture(name), to: folder.file("out"), mode, fileType: fileType)
    try await bounded {
      try transfer.run()
    }
    return transfer
  }

  @Test(arguments: [
    ("h264-aac.mov", 32.0), ("h264-vfr.mov", 32), ("mjpeg-pcm.mov", 32), ("vp9-opus.webm", 32), ("mpeg4-odd.mp4", 32),
    ("prores-pcm24.mov", 32), ("h264-trimmed.mov", 32), ("h264-late-audio.mov", 32), ("h264-fragmented.mp4", 32),
  ])
  func `pictures come back near their originals and at their times`(_ name: String, _ bound: Double) async throws {
    let transfer = try await run(name, .encoding)
    let source = try ReadMedia.pictures(transfer.source)
    let copy = try ReadMedia.pictures(transfer.destination)
    #expect(copy.map(\.time) == source.map(\.time))
    for (index, (copy, source)) in zip(copy, source).enumerated() {
      let decoded = psnr(copy.cropped(to: source), source.luma)
      #expect(decoded > bound, "picture \(index)")
    }
  }

  @Test(arguments: [
    "h264-aac.mov", "h264-late-audio.mov", "h264-trimmed.mov", "speech.wav", "speech.flac", "speech.mp3",
  ])
  func `sound comes back near its original, to the sample`(_ name: String) async throws {
    let transfer = try await run(name, .encoding)
    let source = try ReadMedia.sound(transfer.source)
    let copy = try ReadMedia.sound(transfer.destination)
    #expect(copy.count == source.count)
    #expect(copy.start == source.start)
    // Against silence the bound says how much of the sound is noise, at 64 kb/s a channel.
    let level = rmsDifference(source.samples, repeatElement(0, count: source.samples.count))
    #expect(rmsDifference(copy.samples, source.samples) < level * 0.2)
  }

  @Test(arguments: Mode.allCases)
  func `every picture keeps its own time and duration, copied and encoded`(_ mode: Mode) async throws {
    let transfer = try await run("h264-vfr.mov", mode)
    let times = try ReadMedia.pictureTimes(transfer.source)
    #expect(Set(zip(times, times.dropFirst()).map { $1 - $0 }).count > 5)
    #expect(try ReadMedia.pictureTimes(transfer.destination) == times)
    let ends = try [transfer.source, transfer.destination].map { url in
      try ReadMedia.stored(url, .video).map { $0.presentationTime + $0.duration }.max()
    }
    #expect(ends[0] == ends[1])
  }

  @Test(arguments: Mode.allCases)
  func `a rotation stays a matrix`(_ mode: Mode) async throws {
    let source = MediaFiles.fixture("h264-rotated.mov")
    let transform = try ReadMedia.track(source, .video).1.preferredTransform
    #expect(transform.b != 0)
    let transfer = try Transfer(source, to: folder.file("out.mov"), mode)
    transfer.video.input.transform = transform
    try await bounded {
      try transfer.run()
    }
    let (_, track) = try ReadMedia.track(transfer.destination, .video)
    #expect(track.preferredTransform == transform)
    #expect(track.naturalSize == CGSize(width: 320, height: 180))
    #expect(try ReadMedia.pictures(transfer.destination)[0].width == 320)
  }

  @Test func `an odd size is padded to an even one, and hidden again by a clean aperture`() async throws {
    let transfer = try await run("mpeg4-odd.mp4", .encoding, fileType: .mp4)
    let (_, track) = try ReadMedia.track(transfer.destination, .video)
    #expect(track.naturalSize == CGSize(width: 321, height: 241))
    let format = track.format
    #expect(format.dimensions.width == 322 && format.dimensions.height == 242)
    let clap = try #require(
      WrittenFile.track(transfer.destination).sampleEntries[0].extensions.lazy.compactMap { box in
        if case .cleanAperture(let aperture) = box { aperture } else { nil }
      }.first)
    #expect(clap.width.value == 321 && clap.height.value == 241)
    // The picture lies at the top left: its centre is half a sample off.
    #expect(clap.horizontalOffset.value == -0.5 && clap.verticalOffset.value == -0.5)
  }

  @Test func `a change of size in mid-stream is scaled to the first one when encoding`() async throws {
    let transfer = try await run("h264-size-change.ts", .encoding)
    let pictures = try ReadMedia.pictures(transfer.destination)
    #expect(pictures.count == 50)
    #expect(pictures.allSatisfy { $0.width == 320 && $0.height == 180 })
    #expect(try WrittenFile.track(transfer.destination).sampleEntries.count == 1)
  }

  @Test func `a change of size in mid-stream starts a new sample entry when copying`() async throws {
    let transfer = try await run("h264-size-change.ts", .copying)
    let track = try WrittenFile.track(transfer.destination)
    #expect(track.sampleEntries.count == 2)
    #expect(Set(track.samples.map(\.entry)) == [0, 1])
    let sizes = try ReadMedia.pictures(transfer.destination).map { [$0.width, $0.height] }
    #expect(sizes.count == 50)
    #expect(sizes.first == [320, 180] && sizes.last == [240, 134])
  }

  @Test(arguments: ["hevc10-hlg.mp4", "hevc10-hdr10.mp4"])
  func `HEVC of 10 bits becomes H.264 of 8 bits`(_ name: String) async throws {
    let transfer = try await run(name, .encoding, fileType: .mp4)
    let set = try #require(WrittenFile.track(transfer.destination).avcConfiguration?.sequenceParameterSets.first)
    let parameters = try H264SequenceParameterSet(nalUnit: set)
    #expect(parameters.lumaBitDepth == 8 && parameters.chromaBitDepth == 8 && parameters.chromaFormat == 1)
    let source = try ReadMedia.pictures(transfer.source)
    let copy = try ReadMedia.pictures(transfer.destination)
    #expect(copy.map(\.time) == source.map(\.time))
    for (copy, source) in zip(copy, source) { #expect(psnr(copy.luma, source.luma) > 32) }
    // The colours are still what they were.
    let color = try #require(parameters.usability?.color)
    #expect(color.primaries == 9 && color.matrix == 9)
    #expect(color.transfer == (name == "hevc10-hlg.mp4" ? 18 : 16))
  }

  @Test(arguments: Mode.allCases)
  func `an anamorphic picture keeps its pixel aspect ratio`(_ mode: Mode) async throws {
    let transfer = try await run("h264-anamorphic.mp4", mode, fileType: .mp4)
    #expect(
      try WrittenFile.track(transfer.destination).sampleEntries[0].extensions.contains(
        .pixelAspectRatio(PixelSpacing(horizontal: 4, vertical: 3))))
    #expect(try ReadMedia.track(transfer.destination, .video).1.naturalSize == CGSize(width: 320, height: 180))
  }

  @Test(arguments: Mode.allCases)
  func `one picture is a whole file`(_ mode: Mode) async throws {
    let transfer = try await run("h264-one-frame.mov", mode)
    #expect(try ReadMedia.pictureTimes(transfer.destination) == [.zero])
  }
}

extension ReadMedia.DecodedPicture {
  /// The luma of the top left part as large as another picture.
  func cropped(to other: ReadMedia.DecodedPicture) -> [UInt8] {
    if width == other.width && height == other.height { return luma }
    return (0..<other.height).flatMap { luma[$0 * width..<$0 * width + other.width] }
  }
}
