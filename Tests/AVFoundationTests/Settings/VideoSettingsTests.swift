import AVFoundation
import Bitstreams
import MovieFile
import TestSupport
import Testing

/// Each key of video settings has its effect in the written file.
@Suite("Video settings")
struct VideoSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file with compression properties and returns its track.
  private func track(
    _ name: String = "out.mov", compression: [String: Any] = [:], count: Int = 30, _ more: [String: Any] = [:]
  ) throws -> Track {
    let url = folder.file(name)
    try WrittenFile.video(url, settings: Settings.video(compression: compression, more), count: count)
    return try WrittenFile.track(url)
  }

  private func bytes(compression: [String: Any]) throws -> Int64 {
    let url = folder.file(UUID().uuidString)
    try WrittenFile.video(url, settings: Settings.video(width: 160, height: 96, compression: compression), count: 25) {
      ComputedMedia.picture(width: 160, height: 96, index: $0)
    }
    return try WrittenFile.track(url).sampleBytes
  }

  @Test(arguments: [false, true])
  func `codec and size, the codec as an enumeration or a string`(_ isString: Bool) throws {
    let url = folder.file("out.mov")
    let codec: Any = isString ? "avc1" : AVVideoCodecType.h264
    try WrittenFile.video(
      url, settings: [AVVideoCodecKey: codec, AVVideoWidthKey: 96, AVVideoHeightKey: 80], count: 3)
    let (_, track) = try ReadMedia.track(url, .video)
    let format = track.format
    #expect(format.mediaSubType == .h264)
    #expect(format.dimensions.width == 96 && format.dimensions.height == 80)
    #expect(try ReadMedia.pictures(url).allSatisfy { $0.width == 96 && $0.height == 80 })
  }

  @Test(arguments: [
    (AVVideoCodecType.hevc, AVFileType.mp4, 30.0), (.hevc, .mov, 30), (.proRes422Proxy, .mov, 30),
    (.proRes422LT, .mov, 34),
    (.proRes422, .mov, 36), (.proRes422HQ, .mov, 38), (.proRes4444, .mov, 38), (.appleProRes4444XQ, .mov, 40),
    (.jpeg, .mov, 32), (.jpeg, .mp4, 32), (.av1, .mp4, 28), (.av1, .mov, 28), (.vp9, .mp4, 28), (.vp9, .mov, 28),
    (.ffv1, .mov, 100),
  ])
  func `each codec gives the pictures back, nearly, at their times`(
    _ codec: AVVideoCodecType, _ fileType: AVFileType, _ bound: Double
  ) throws {
    let url = folder.file("out")
    let (width, height) = (160, 96)
    try WrittenFile.video(
      url, fileType: fileType, settings: [AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height],
      count: 20
    ) { ComputedMedia.picture(width: width, height: height, index: $0) }
    let (_, track) = try ReadMedia.track(url, .video)
    #expect(FourCC(rawValue: track.format.mediaSubType.rawValue).description == codec.rawValue)
    let pictures = try ReadMedia.pictures(url)
    #expect(pictures.map(\.time) == (0..<20).map { CMTime(value: $0, timescale: 25) })
    for (index, picture) in pictures.enumerated() {
      let source = ReadMedia.picture(ComputedMedia.picture(width: width, height: height, index: index))
      #expect(psnr(picture.luma, source.luma) > bound, "picture \(index)")
    }
  }

  @Test func `what a codec does not have cannot be applied`() throws {
    func canApply(_ codec: AVVideoCodecType, _ compression: [String: Any], _ fileType: AVFileType = .mov) throws -> Bool
    {
      let writer = try AVAssetWriter(outputURL: folder.file(UUID().uuidString), fileType: fileType)
      let settings: [String: Any] = [
        AVVideoCodecKey: codec, AVVideoWidthKey: 64, AVVideoHeightKey: 48, AVVideoCompressionPropertiesKey: compression,
      ]
      return writer.canApply(outputSettings: settings, forMediaType: .video)
    }
    #expect(try canApply(.hevc, [AVVideoProfileLevelKey: "HEVC_Main10_AutoLevel"]))
    #expect(try !canApply(.hevc, [AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel]))
    #expect(try canApply(.hevc, [AVVideoAverageBitRateKey: 500_000], .m4v))
    #expect(try canApply(.proRes422, [:]))
    #expect(try !canApply(.proRes422, [AVVideoAverageBitRateKey: 500_000]))
    #expect(try !canApply(.proRes422, [:], .mp4))
    #expect(try canApply(.jpeg, [AVVideoQualityKey: 0.8]))
    #expect(try !canApply(.jpeg, [:], .m4v))
    #expect(try !canApply(.hevcWithAlpha, [:]))
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `HEVC keeps ten bits, and what its source was graded on`(_ fileType: AVFileType) async throws {
    let source = MediaFiles.fixture("hevc10-hdr10.mp4")
    let transfer = try Transfer(
      source, to: folder.file("out"), .encoding, fileType: fileType,
      video: [
        AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoCompressionPropertiesKey: [AVVideoEncoderSpeedKey: "superfast"],
      ])
    try await bounded {
      try transfer.run()
    }
    let (written, original) = (
      try ReadMedia.track(transfer.destination, .video).1, try ReadMedia.track(source, .video).1
    )
    // The source has them in its bitstream alone: green, blue, red, white, then the luminances.
    let colors: [UInt16] = [13_250, 34_500, 7500, 3000, 34_000, 16_000, 15_635, 16_450]
    let display =
      colors.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } as [UInt8] + [0, 0x98, 0x96, 0x80, 0, 0, 0, 50]
    let extensions = written.format.extensions
    #expect(extensions[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] as? Data == Data(display))
    let level = extensions[kCMFormatDescriptionExtension_ContentLightLevelInfo] as? Data
    #expect(level == Data([0x03, 0xE8, 0x01, 0x90]))
    for key in [
      kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
      kCMFormatDescriptionExtension_YCbCrMatrix,
    ] {
      let name = try #require(original.format.extensions[key] as? NSString)
      #expect(written.format.extensions[key] as? NSString == name, "\(key)")
    }
    guard Tool.mediainfo.isInstalled(for: "its reading of high dynamic range is not compared") else { return }
    let (report, reference) = (try MediaReport.mediainfo(transfer.destination), try MediaReport.mediainfo(source))
    for field in [
      "Format_Profile", "BitDepth", "HDR_Format", "MasteringDisplay_ColorPrimaries", "MasteringDisplay_Luminance",
      "MaxCLL",
      "MaxFALL", "transfer_characteristics",
    ] {
      #expect(report[1][field] == reference[1][field], "\(field)")
    }
  }

  @Test func `Resize stretches the picture`() throws {
    let picture = try scaled(to: 40, 80, AVVideoScalingModeResize)
    // The left half is dark and the right one bright, over the whole height.
    for row in [0, 40, 79] {
      #expect(picture.luma[row * 40 + 4] < 70)
      #expect(picture.luma[row * 40 + 35] > 170)
    }
  }

  @Test func `ResizeAspect keeps the aspect and pads with black`() throws {
    // 80 x 40 into 80 x 80: bars of 20 rows above and below.
    let picture = try scaled(to: 80, 80, AVVideoScalingModeResizeAspect)
    for row in [0, 10, 17, 62, 70, 79] {
      #expect(picture.luma[row * 80..<(row + 1) * 80].allSatisfy { $0 <= 24 }, "row \(row)")
    }
    for row in [22, 40, 57] {
      #expect(picture.luma[row * 80 + 10] > 45)
      #expect(picture.luma[row * 80 + 70] > 170)
    }
    // 80 x 40 into 160 x 40: columns of 40 at both sides.
    let pillars = try scaled(to: 160, 40, AVVideoScalingModeResizeAspect)
    for column in [0, 20, 36, 123, 140, 159] { #expect(pillars.luma[20 * 160 + column] <= 24, "column \(column)") }
    #expect(pillars.luma[20 * 160 + 50] > 45)
    #expect(pillars.luma[20 * 160 + 110] > 170)
  }

  @Test func `ResizeAspectFill keeps the aspect and crops what does not fit`() throws {
    // 80 x 40 into 40 x 40: the middle half, with the edge in its own middle and no black.
    let picture = try scaled(to: 40, 40, AVVideoScalingModeResizeAspectFill)
    for row in [0, 20, 39] {
      #expect((46...70).contains(picture.luma[row * 40 + 8]))
      #expect(picture.luma[row * 40 + 31] > 170)
      let edge = (0..<40).first { picture.luma[row * 40 + $0] > 120 }
      #expect((18...22).contains(edge ?? -1))
    }
  }

  /// A picture of 80 x 40, dark at the left and bright at the right, written in another size.
  private func scaled(to width: Int, _ height: Int, _ mode: String) throws -> ReadMedia.DecodedPicture {
    let url = folder.file(UUID().uuidString)
    let settings = Settings.video(
      width: width, height: height, compression: [AVVideoConstantRateFactorKey: 8], [AVVideoScalingModeKey: mode])
    try WrittenFile.video(url, settings: settings, count: 2) { _ in
      let buffer = ComputedMedia.picture(width: 80, height: 40, brightness: 60)
      CVPixelBufferLockBaseAddress(buffer, [])
      let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!
      let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
      for y in 0..<40 { (base + y * stride + 40).initializeMemory(as: UInt8.self, repeating: 190, count: 40) }
      CVPixelBufferUnlockBaseAddress(buffer, [])
      return buffer
    }
    let picture = try ReadMedia.pictures(url)[0]
    #expect(picture.width == width && picture.height == height)
    return picture
  }

  @Test(arguments: [100_000, 400_000])
  func `the average bit rate is met`(_ rate: Int) throws {
    let url = folder.file("out.mov")
    let settings = Settings.video(width: 320, height: 180, compression: [AVVideoAverageBitRateKey: rate])
    // Noise in time: content that needs the bits.
    try WrittenFile.video(url, settings: settings, count: 150) {
      ComputedMedia.picture(width: 320, height: 180, index: $0 * 7919 % 1009)
    }
    let (_, track) = try ReadMedia.track(url, .video)
    #expect(abs(Double(track.estimatedDataRate) / Double(rate) - 1) < 0.25)
  }

  @Test func `a higher quality takes more bytes, and a higher rate factor fewer`() throws {
    let sizes = try [0.2, 0.5, 0.8].map { try bytes(compression: [AVVideoQualityKey: $0]) }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    let factors = try [40, 28, 16].map { try bytes(compression: [AVVideoConstantRateFactorKey: $0]) }
    #expect(factors[0] < factors[1] && factors[1] < factors[2])
  }

  @Test(arguments: [1, 5, 12])
  func `the key frame interval counts frames`(_ interval: Int) throws {
    let sync = try track(compression: [AVVideoMaxKeyFrameIntervalKey: interval]).syncSamples
    #expect(sync.first == 0)
    let ends = sync.dropFirst() + [30]
    #expect(zip(sync, ends).allSatisfy { $1 - $0 <= interval })
    if interval == 1 { #expect(sync == Array(0..<30)) }
  }

  @Test(arguments: [0.2, 0.5])
  func `the key frame interval in seconds follows the pictures' times`(_ seconds: Double) throws {
    let url = folder.file("out.mov")
    // Irregular times: a count of frames would not do.
    var tick: CMTimeValue = 0
    let times = (0..<40).map { index in
      defer { tick += index % 5 == 0 ? 60 : 20 }
      return CMTime(value: tick, timescale: 600)
    }
    try WrittenFile.video(
      url, settings: Settings.video(compression: [AVVideoMaxKeyFrameIntervalDurationKey: seconds]), times: times)
    let keys = try ReadMedia.stored(url, .video).filter(\.isSync).map(\.presentationTime)
    #expect(keys.first == .zero)
    // A key frame is the first picture at or after the limit: at most one picture's time later.
    for (key, next) in zip(keys, keys.dropFirst()) { #expect((next - key).seconds <= seconds + 0.1) }
    #expect((times.last! - keys.last!).seconds <= seconds)
    #expect(keys.count >= Int(times.last!.seconds / (seconds + 0.1)))
  }

  @Test(
    arguments: [
      (AVVideoProfileLevelH264Baseline30, 66, 30), (AVVideoProfileLevelH264Baseline31, 66, 31),
      (AVVideoProfileLevelH264Baseline41, 66, 41), (AVVideoProfileLevelH264Main30, 77, 30),
      (AVVideoProfileLevelH264Main31, 77, 31), (AVVideoProfileLevelH264Main32, 77, 32),
      (AVVideoProfileLevelH264Main41, 77, 41), (AVVideoProfileLevelH264High40, 100, 40),
      (AVVideoProfileLevelH264High41, 100, 41), (AVVideoProfileLevelH264BaselineAutoLevel, 66, nil),
      (AVVideoProfileLevelH264MainAutoLevel, 77, nil), (AVVideoProfileLevelH264HighAutoLevel, 100, nil),
    ] as [(String, UInt8, UInt8?)])
  func `profile and level are in the decoder configuration`(_ name: String, _ profile: UInt8, _ level: UInt8?) throws {
    let track = try track(compression: [AVVideoProfileLevelKey: name], count: 3)
    let configuration = try #require(track.avcConfiguration)
    #expect(configuration.profile == profile)
    if let level { #expect(configuration.level == level) }
    #expect(
      configuration.sequenceParameterSets.first.map { Array($0[1...3]) }
        == [configuration.profile, configuration.profileCompatibility, configuration.level])
  }

  @Test(arguments: [true, false])
  func `the entropy mode is in the picture parameter set`(_ isCABAC: Bool) throws {
    let mode = isCABAC ? AVVideoH264EntropyModeCABAC : AVVideoH264EntropyModeCAVLC
    let track = try track(compression: [AVVideoH264EntropyModeKey: mode], count: 3)
    let set = try #require(track.avcConfiguration?.pictureParameterSets.first)
    // pic_parameter_set_id and seq_parameter_set_id are 0, one bit each; entropy_coding_mode_flag is the third.
    #expect((set[1] & 0x20 != 0) == isCABAC)
  }

  @Test(arguments: [true, false])
  func `without frame reordering decode order is presentation order`(_ allows: Bool) throws {
    let track = try track(compression: [AVVideoAllowFrameReorderingKey: allows])
    #expect(track.samples.allSatisfy { $0.compositionOffset == 0 } == !allows)
    let (_, read) = try ReadMedia.track(folder.file("out.mov"), .video)
    #expect(read.requiresFrameReordering == allows)
  }

  @Test(arguments: [5, 25, 240])
  func `the expected frame rate changes no time`(_ rate: Int) throws {
    _ = try track(compression: [AVVideoExpectedSourceFrameRateKey: rate, AVVideoAverageBitRateKey: 100_000])
    #expect(try ReadMedia.pictureTimes(folder.file("out.mov")) == (0..<30).map { CMTime(value: $0, timescale: 25) })
  }

  @Test(
    arguments: [
      (
        AVVideoColorPrimaries_ITU_R_709_2, AVVideoTransferFunction_ITU_R_709_2, AVVideoYCbCrMatrix_ITU_R_709_2, 1, 1, 1
      ),
      (
        AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_ITU_R_2100_HLG, AVVideoYCbCrMatrix_ITU_R_2020, 9, 18,
        9
      ),
      (
        AVVideoColorPrimaries_P3_D65, AVVideoTransferFunction_SMPTE_ST_2084_PQ, AVVideoYCbCrMatrix_ITU_R_601_4, 12, 16,
        6
      ),
    ] as [(String, String, String, UInt16, UInt16, UInt16)])
  func `colour properties are in the sample entry and in the bitstream`(
    _ primaries: String, _ transfer: String, _ matrix: String, _ p: UInt16, _ t: UInt16, _ m: UInt16
  ) throws {
    let track = try track(
      count: 3,
      [
        AVVideoColorPropertiesKey: [
          AVVideoColorPrimariesKey: primaries, AVVideoTransferFunctionKey: transfer, AVVideoYCbCrMatrixKey: matrix,
        ]
      ])
    #expect(
      track.sampleEntries[0].extensions.contains(
        .color(.coded(primaries: p, transfer: t, matrix: m, isFullRange: false))))
    let set = try #require(track.avcConfiguration?.sequenceParameterSets.first)
    let color = try #require(try H264SequenceParameterSet(nalUnit: set).usability?.color)
    #expect(UInt16(color.primaries) == p && UInt16(color.transfer) == t && UInt16(color.matrix) == m)
    #expect(!color.isFullRange)
  }

  @Test func `the clean aperture is in the sample entry`() throws {
    let track = try track(
      count: 3,
      [
        AVVideoCleanApertureKey: [
          AVVideoCleanApertureWidthKey: 60, AVVideoCleanApertureHeightKey: 40,
          AVVideoCleanApertureHorizontalOffsetKey: 1, AVVideoCleanApertureVerticalOffsetKey: -2,
        ]
      ])
    let apertures = track.sampleEntries[0].extensions.compactMap { box in
      if case .cleanAperture(let aperture) = box { aperture } else { nil }
    }
    #expect(apertures.count == 1)
    let aperture = try #require(apertures.first)
    #expect(aperture.width.value == 60 && aperture.height.value == 40)
    #expect(aperture.horizontalOffset.value == 1 && aperture.verticalOffset.value == -2)
    #expect(try ReadMedia.track(folder.file("out.mov"), .video).1.naturalSize == CGSize(width: 60, height: 40))
  }

  /// The encoded picture has a column and a row more.
  @Test func `the clean aperture of an odd picture lies where it is asked to`() throws {
    _ = try track(
      count: 3,
      [
        AVVideoWidthKey: 63, AVVideoHeightKey: 47,
        AVVideoCleanApertureKey: [
          AVVideoCleanApertureWidthKey: 59, AVVideoCleanApertureHeightKey: 45,
          AVVideoCleanApertureHorizontalOffsetKey: -1, AVVideoCleanApertureVerticalOffsetKey: 0,
        ],
      ])
    let written = try ReadMedia.track(folder.file("out.mov"), .video).1
    let format = try #require(written.formatDescriptions.first as? CMFormatDescription)
    #expect(format.dimensions.width == 64 && format.dimensions.height == 48)
    #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 1, y: 1, width: 59, height: 45))
    #expect(written.naturalSize == CGSize(width: 59, height: 45))
  }

  @Test func `the pixel aspect ratio is in the sample entry and in the bitstream`() throws {
    let track = try track(
      count: 3,
      [
        AVVideoPixelAspectRatioKey: [
          AVVideoPixelAspectRatioHorizontalSpacingKey: 40, AVVideoPixelAspectRatioVerticalSpacingKey: 33,
        ]
      ])
    #expect(
      track.sampleEntries[0].extensions.contains(.pixelAspectRatio(PixelSpacing(horizontal: 40, vertical: 33))))
    let set = try #require(track.avcConfiguration?.sequenceParameterSets.first)
    let ratio = try #require(try H264SequenceParameterSet(nalUnit: set).usability?.pixelAspectRatio)
    #expect(ratio.horizontal == 40 && ratio.vertical == 33)
  }

  @Test(.enabled(if: Tool.ffprobe.isInstalled(for: "its reading of our descriptions is not compared")))
  func `ffprobe reads the same from the file`() throws {
    _ = try track(
      compression: [
        AVVideoProfileLevelKey: AVVideoProfileLevelH264Main31, AVVideoAllowFrameReorderingKey: false,
      ], count: 10,
      [
        AVVideoPixelAspectRatioKey: [
          AVVideoPixelAspectRatioHorizontalSpacingKey: 4, AVVideoPixelAspectRatioVerticalSpacingKey: 3,
        ],
        AVVideoColorPropertiesKey: [
          AVVideoColorPrimariesKey: AVVideoColorPrimaries_SMPTE_C,
          AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
          AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_601_4,
        ],
      ])
    let fields = [
      "codec_name", "codec_tag_string", "profile", "level", "width", "height", "has_b_frames", "sample_aspect_ratio",
      "color_primaries", "color_transfer", "color_space", "color_range", "nb_frames", "pix_fmt", "r_frame_rate",
    ]
    let values = try Probe.values(of: folder.path("out.mov"), stream: "v:0", fields: fields)
    #expect(
      values == [
        "codec_name": "h264", "codec_tag_string": "avc1", "profile": "Main", "level": "31", "width": "64",
        "height": "48", "has_b_frames": "0", "sample_aspect_ratio": "4:3", "color_primaries": "smpte170m",
        "color_transfer": "bt709", "color_space": "smpte170m", "color_range": "tv", "nb_frames": "10",
        "pix_fmt": "yuv420p", "r_frame_rate": "25/1",
      ])
  }
}
