import MediaSupport
import Testing

@testable import MediaInterop

struct FormatValueTests {
  @Test func `Core Video's codes lead to a format and back`() {
    let twins: [(PixelFormat, UInt32, UInt32)] = [
      (.nv12, 0x3432_3076, 0x3432_3066), (.p010, 0x7834_3230, 0x7866_3230), (.yuv420p, 0x7934_3230, 0x6634_3230),
    ]
    for (format, video, full) in twins {
      #expect(format.fourCC(isFullRange: false) == video && format.fourCC(isFullRange: true) == full)
      #expect(PixelFormat(fourCC: video) == format && PixelFormat(fourCC: full) == format)
      #expect(PixelFormat.isFullRange(fourCC: video) == false && PixelFormat.isFullRange(fourCC: full) == true)
    }
    #expect(PixelFormat.bgra.fourCC(isFullRange: false) == 0x4247_5241)
    #expect(PixelFormat.argb.fourCC(isFullRange: true) == 0x20)
    #expect(PixelFormat.isFullRange(fourCC: 0x20) == nil)
    #expect(PixelFormat(fourCC: 0) == nil)
  }

  @Test func `a format without a name of Core Video's has the library's tag`() throws {
    for format in [PixelFormat.yuv422p, .yuv444p, .yuv420p10, .yuv422p10] {
      let code = try #require(format.fourCC(isFullRange: false), "\(format)")
      #expect(PixelFormat(fourCC: code) == format)
    }
  }

  @Test func `layout facts of pixel formats`() {
    #expect(PixelFormat.yuv420p.planeCount == 3 && PixelFormat.yuv420p.log2ChromaWidth == 1)
    #expect(PixelFormat.p010.bitsPerComponent == 10 && PixelFormat.p010.planeCount == 2)
    #expect(PixelFormat.bgra.isRGB && PixelFormat.bgra.hasAlpha && PixelFormat.gray8.isGray)
    #expect(PixelFormat.yuv420p.bytesPerRow(width: 5, plane: 1) == 3)
    #expect(PixelFormat.yuv420p.rowCount(height: 5, plane: 2) == 3)
    #expect(PixelFormat(rawValue: 1 << 20).name == "none" && PixelFormat(rawValue: 1 << 20).planeCount == 0)
  }

  @Test func `channel layouts have the library's names`() {
    #expect(ChannelLayout.default(count: 2) == .stereo && ChannelLayout.stereo.name == "stereo")
    #expect(ChannelLayout(name: "5.1(side)")?.name == "5.1(side)" && ChannelLayout(name: "5.1(side)")?.count == 6)
    #expect(ChannelLayout(count: 3, mask: 0).name == "3 channels")
    #expect(ChannelLayout(name: "no such layout") == nil)
  }

  @Test func `parameters are a value`() {
    var first = CodecParameters(codec: .h264)
    first.width = 1920
    first.extradata = [1, 2, 3]
    first.color = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false, chromaLocation: 2)
    var second = first
    second.width = 640
    second.extradata = []
    #expect(first.width == 1920 && first.extradata == [1, 2, 3] && second.width == 640 && second.extradata.isEmpty)
    #expect(second.color == first.color && first.color.chromaLocation == 2)
    #expect(first.kind == .video && first.pixelFormat == nil && first.profile == nil && first.fieldOrder == nil)
    first.fieldOrder = .bottomFirst
    #expect(first.fieldOrder == .bottomFirst && second.fieldOrder == nil)
  }

  @Test func `audio parameters carry a whole format`() {
    var parameters = CodecParameters(codec: .aac)
    #expect(parameters.audioFormat == nil)
    let format = AudioFormat(sampleRate: 48_000, layout: .default(count: 6), sampleFormat: .f32, isPlanar: true)
    parameters.audioFormat = format
    #expect(parameters.audioFormat == format && parameters.sampleFormat == .f32)
  }

  @Test func `codecs know what they are`() {
    #expect(CodecID.h264.name == "h264" && CodecID.h264.kind == .video)
    #expect(CodecID.pcmS24LE.isPCM && !CodecID.aac.isPCM)
  }
}
