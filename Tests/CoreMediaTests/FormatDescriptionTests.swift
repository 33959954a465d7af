import CoreAudioTypes
import CoreGraphics
import CoreMedia
import CoreVideo
import Testing

@Suite struct FormatDescriptionTests {
  private func bytes(_ hex: String) -> Data {
    let digits = Array(hex)
    return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! })
  }

  /// The configuration record of a 322 x 182 picture by x264, High profile.
  private let avcRecord =
    "0164000dffe1001a6764000dacd941519e226c0440000003004000000c83c50a658001000668ebe3cb22c0fdf8f800"

  @Test func `parameter sets of H.264 make the encoder's own record`() throws {
    let sets = [bytes("6764000dacd941519e226c0440000003004000000c83c50a6580"), bytes("68ebe3cb22c0")]
    let format = try CMFormatDescription(h264ParameterSets: sets)
    #expect(format.mediaSubType == .h264)
    #expect(format.dimensions == CMVideoDimensions(width: 322, height: 182))
    #expect(Array(format.parameterSets) == sets)
    #expect(format.nalUnitHeaderLength == 4)
    let atoms = format.extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] as? NSDictionary
    #expect(atoms?["avcC"] as? Data == bytes(avcRecord))
    var size = 0
    var count = 0
    var pointer: UnsafePointer<UInt8>?
    #expect(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        format, parameterSetIndex: 1, parameterSetPointerOut: &pointer, parameterSetSizeOut: &size,
        parameterSetCountOut: &count, nalUnitHeaderLengthOut: nil) == 0)
    #expect((size, count, pointer?.pointee) == (6, 2, 0x68))
    #expect(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        format, parameterSetIndex: 2, parameterSetPointerOut: &pointer, parameterSetSizeOut: nil,
        parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil) == kCMFormatDescriptionError_InvalidParameter)
  }

  @Test func `parameter sets of HEVC keep depth and size`() throws {
    let sets = [
      bytes("40010c01ffff02200000030090000003000003003c959809"),
      bytes("42010102200000030090000003000003003ca00a480c1d48d96566924caf016808000003000800000300c840"),
      bytes("4401c172b46240"),
    ]
    let format = try CMFormatDescription(hevcParameterSets: sets)
    #expect(format.dimensions == CMVideoDimensions(width: 326, height: 186))
    #expect(Array(format.parameterSets) == sets)
    let atoms = format.extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] as? NSDictionary
    let record = try #require(atoms?["hvcC"] as? Data)
    // The encoder's record up to its fourth array, a supplemental one, which is not among the sets.
    #expect(record.prefix(21) == bytes("0102200000009000000000003cf000fcfdfafa0000"))
  }

  @Test func `parameter sets say the shape of pixels, their colours, range and depth, unless a client does`() throws {
    // As ffprobe reads the streams that x264 and x265 made.
    let anamorphic = try CMFormatDescription(h264ParameterSets: [
      bytes("6764000cacd983c67e7c39a8303032000003000200000300641e285334"), bytes("68e978212c8b"),
    ])
    #expect(anamorphic.dimensions == CMVideoDimensions(width: 240, height: 180))
    #expect(anamorphic.presentationDimensions() == CGSize(width: 320, height: 180))
    func text(_ key: CFString, of format: CMFormatDescription) -> String? { format.extensions[key] as? String }
    #expect(text(kCMFormatDescriptionExtension_ColorPrimaries, of: anamorphic) == "SMPTE_C")
    #expect(text(kCMFormatDescriptionExtension_TransferFunction, of: anamorphic) == "ITU_R_709_2")
    #expect(text(kCMFormatDescriptionExtension_YCbCrMatrix, of: anamorphic) == "ITU_R_601_4")
    let range = anamorphic.extensions[kCMFormatDescriptionExtension_FullRangeVideo] as? NSNumber
    #expect(range?.boolValue == false)

    let sets = [
      bytes("40010c01ffff02200000030090000003000003003c959809"),
      bytes("42010102200000030090000003000003003ca00a080b9f6d96566924caf016a122012080000003008000000c04"),
      bytes("4401c172b42240"),
    ]
    let wide = try CMFormatDescription(hevcParameterSets: sets)
    #expect(text(kCMFormatDescriptionExtension_ColorPrimaries, of: wide) == "ITU_R_2020")
    #expect(text(kCMFormatDescriptionExtension_TransferFunction, of: wide) == "SMPTE_ST_2084_PQ")
    #expect(text(kCMFormatDescriptionExtension_YCbCrMatrix, of: wide) == "ITU_R_2020")
    #expect(wide.extensions[kCMFormatDescriptionExtension_PixelAspectRatio] == nil, "they are square")
    let depth = wide.extensions[kCMFormatDescriptionExtension_BitsPerComponent] as? NSNumber
    #expect(depth?.intValue == 10)

    var given = CMFormatDescription.Extensions()
    given[kCMFormatDescriptionExtension_TransferFunction] = kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG
    let other = try CMFormatDescription(hevcParameterSets: sets, extensions: given)
    #expect(text(kCMFormatDescriptionExtension_TransferFunction, of: other) == "ITU_R_2100_HLG")
    #expect(text(kCMFormatDescriptionExtension_ColorPrimaries, of: other) == "ITU_R_2020")
    #expect(Array(other.parameterSets) == sets)
  }

  @Test func `broken parameter sets are errors`() {
    #expect(throws: CMFormatDescription.Error.invalidParameter) { try CMFormatDescription(h264ParameterSets: []) }
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(h264ParameterSets: [bytes("6764000dac"), bytes("68eb")])
    }
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(h264ParameterSets: [bytes("68ebe3cb22c0")])
    }
  }

  @Test func `a record that is cut anywhere is read without a trap`() throws {
    for length in 0..<bytes(avcRecord).count {
      let atoms: NSDictionary = ["avcC": NSData(data: bytes(avcRecord).prefix(length))]
      var extensions = CMFormatDescription.Extensions()
      extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = atoms
      let format = try CMFormatDescription(videoCodecType: .h264, width: 322, height: 182, extensions: extensions)
      // All sets, but not the four bytes of the High profiles, are needed.
      #expect(format.parameterSets.isEmpty == (length < bytes(avcRecord).count - 4))
    }
  }

  @Test func `aperture and pixel aspect ratio give the presentation size`() throws {
    var extensions = CMFormatDescription.Extensions()
    extensions[kCMFormatDescriptionExtension_PixelAspectRatio] = NSDictionary(dictionary: [
      "HorizontalSpacing": 4, "VerticalSpacing": 3,
    ])
    extensions[kCMFormatDescriptionExtension_CleanAperture] = NSDictionary(dictionary: [
      "Width": 700, "Height": 476, "HorizontalOffset": 2, "VerticalOffset": -1,
    ])
    let format = try CMFormatDescription(videoCodecType: .mpeg4Video, width: 720, height: 480, extensions: extensions)
    #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 12, y: 1, width: 700, height: 476))
    #expect(format.cleanAperture(originIsAtTopLeft: false) == CGRect(x: 12, y: 3, width: 700, height: 476))
    #expect(format.presentationDimensions(useCleanAperture: false) == CGSize(width: 960, height: 480))
    #expect(format.presentationDimensions(usePixelAspectRatio: false) == CGSize(width: 700, height: 476))
  }

  @Test func `an image buffer matches its description until attachments differ`() throws {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 64, 32, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
    let image = try #require(buffer)
    CVBufferSetAttachment(
      image, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2, .shouldPropagate)
    let format = try CMFormatDescription(imageBuffer: image)
    #expect(format.mediaSubType.rawValue == kCVPixelFormatType_32BGRA)
    #expect(format.extensions[kCMFormatDescriptionExtension_TransferFunction] as? String == "ITU_R_709_2")
    #expect(format.matchesImageBuffer(image))
    CVBufferSetAttachment(image, kCVImageBufferFieldCountKey, NSNumber(value: 2), .shouldPropagate)
    #expect(!format.matchesImageBuffer(image))
  }

  @Test func `a description of sound keeps its parts, and is compared by them`() throws {
    var basic = AudioStreamBasicDescription()
    basic.mSampleRate = 48_000
    basic.mFormatID = kAudioFormatMPEG4AAC
    basic.mFramesPerPacket = 1024
    basic.mChannelsPerFrame = 6
    let layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_AAC_5_1)
    let format = try CMFormatDescription(
      audioStreamBasicDescription: basic, layout: layout, magicCookie: Data([1, 2, 3]))
    let same = try CMFormatDescription(
      audioStreamBasicDescription: basic, layout: layout, magicCookie: Data([1, 2, 3]))
    let other = try CMFormatDescription(audioStreamBasicDescription: basic, layout: layout, magicCookie: Data([1]))
    #expect(format == same)
    #expect(format != other)
    #expect(
      format.equalTo(other, equalityMask: .all) == (
        false, equalityMask: [.streamBasicDescription, .channelLayout, .extensions]
      ))
    #expect(format.audioStreamBasicDescription == basic)
    #expect(format.magicCookie == Data([1, 2, 3]))
    var size = 0
    let pointer = CMAudioFormatDescriptionGetChannelLayout(format, sizeOut: &size)
    #expect(size == 12)
    #expect(pointer?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_D)
    #expect(format.audioChannelLayout?.numberOfChannels == 6)
  }

  @Test func `equality can pass over extensions`() throws {
    func format(name: String, atom: String) throws -> CMFormatDescription {
      var extensions = CMFormatDescription.Extensions()
      extensions[.formatName] = .init(name as NSString)
      extensions[.sampleDescriptionExtensionAtoms] = .init(NSDictionary(dictionary: [atom: NSData()]))
      return try CMFormatDescription(mediaType: .text, mediaSubType: .qt, extensions: extensions)
    }
    let first = try format(name: "a", atom: "btrt")
    let second = try format(name: "b", atom: "fiel")
    #expect(first != second)
    #expect(
      first.equalTo(
        second, extensionKeysToIgnore: [.formatName], sampleDescriptionExtensionAtomKeysToIgnore: ["btrt", "fiel"]))
    #expect(!first.equalTo(second, extensionKeysToIgnore: [.formatName]))
  }

  @Test func `a description of time code keeps its frames and flags, and needs a frame's duration`() throws {
    let duration = CMTime(value: 1001, timescale: 30_000)
    let format = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: duration, frameQuanta: 30, flags: [.dropFrame])
    #expect(format.frameDuration == duration)
    #expect(format.frameQuanta == 30)
    #expect(format.timeCodeFlags == .dropFrame)
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(
        timeCodeFormatType: .timeCode32, frameDuration: CMTime(), frameQuanta: 30, flags: [])
    }
  }

  @Test func `structures of sound have the memory layout of C`() {
    #expect(MemoryLayout<AudioStreamBasicDescription>.size == 40)
    #expect(MemoryLayout<AudioBufferList>.size == 24)
    #expect(MemoryLayout<AudioBuffer>.stride == 16)
    #expect(MemoryLayout<AudioChannelLayout>.size == 32)
    #expect(MemoryLayout<AudioStreamPacketDescription>.stride == 16)
    let descriptions = [kAudioChannelLabel_Left, kAudioChannelLabel_Right].map {
      AudioChannelDescription(mChannelLabel: $0, mChannelFlags: [], mCoordinates: (0, 0, 0))
    }
    let layout = ManagedAudioChannelLayout(channelDescriptions: descriptions)
    #expect(layout.sizeInBytes == 52)
    #expect(layout.channelDescriptions.map(\.mChannelLabel) == [1, 2])
    layout.withUnsafePointer {
      #expect(ManagedAudioChannelLayout(bytes: UnsafeRawBufferPointer(start: $0, count: 51)) == nil)
      #expect(ManagedAudioChannelLayout(bytes: UnsafeRawBufferPointer(start: $0, count: 52)) == layout)
    }
  }
}
