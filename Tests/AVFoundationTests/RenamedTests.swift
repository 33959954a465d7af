import Foundation
import TestSupport
import Testing

/// Old code gets a warning with the new name, from which the compiler makes its fix-it.
@Suite("Older spellings")
struct RenamedTests {
  private static let hasCompiler = Tool.swiftc.isInstalled(for: "old code is not compiled")

  private static let program = """
    import AVFoundation

    func export(source: URL, destination: URL, then completion: @escaping @Sendable () -> Void) throws {
      let asset = AVURLAsset(URL: source)
      let reader = try AVAssetReader(asset: asset)
      let track = asset.tracksWithMediaType(AVMediaTypeVideo)[0]
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      if reader.canAddOutput(output) { reader.addOutput(output) }
      let writer = try AVAssetWriter(URL: destination, fileType: AVFileTypeQuickTimeMovie)
      let settings: [String: Any] = [AVVideoCodecKey: AVVideoCodecH264, AVVideoWidthKey: 640, AVVideoHeightKey: 360]
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
      if writer.canApplyOutputSettings(settings, forMediaType: .video), writer.canAddInput(input) {
        writer.addInput(input)
      }
      _ = reader.startReading() && writer.startWriting()
      writer.startSessionAtSourceTime(kCMTimeZero)
      input.requestMediaDataWhenReadyOnQueue(DispatchQueue(label: "old")) {
        while input.readyForMoreMediaData {
          guard let sample = output.copyNextSampleBuffer() else { break }
          if let picture = CMSampleBufferGetImageBuffer(sample) {
            _ = adaptor.appendPixelBuffer(picture, withPresentationTime: CMTimeMake(1, 25))
          } else if !input.appendSampleBuffer(sample) {
            break
          }
        }
        input.markAsFinished()
        writer.endSessionAtSourceTime(CMTimeMakeWithSeconds(2, 600))
        writer.finishWritingWithCompletionHandler(completion)
      }
      if writer.status == AVAssetWriterStatus.Failed { print(CMTimeRangeMake(.zero, kCMTimeInvalid)) }
    }
    """

  /// The old name and the new one, in the program's order.
  private static let renamings = [
    "init(URL:options:) init(url:options:)", "tracksWithMediaType tracks(withMediaType:)",
    "AVMediaTypeVideo AVMediaType.video", "canAddOutput canAdd(_:)", "addOutput add(_:)",
    "init(URL:fileType:) init(outputURL:fileType:)", "AVFileTypeQuickTimeMovie AVFileType.mov",
    "AVVideoCodecH264 AVVideoCodecType.h264",
    "canApplyOutputSettings(_:forMediaType:) canApply(outputSettings:forMediaType:)", "canAddInput canAdd(_:)",
    "addInput add(_:)", "startSessionAtSourceTime startSession(atSourceTime:)", "kCMTimeZero CMTime.zero",
    "requestMediaDataWhenReadyOnQueue(_:usingBlock:) requestMediaDataWhenReady(on:using:)",
    "readyForMoreMediaData isReadyForMoreMediaData",
    "appendPixelBuffer(_:withPresentationTime:) append(_:withPresentationTime:)",
    "CMTimeMake CMTimeMake(value:timescale:)", "appendSampleBuffer append(_:)",
    "endSessionAtSourceTime endSession(atSourceTime:)",
    "CMTimeMakeWithSeconds CMTimeMakeWithSeconds(_:preferredTimescale:)",
    "finishWritingWithCompletionHandler finishWriting(completionHandler:)",
    "AVAssetWriterStatus AVAssetWriter.Status", "Failed failed", "CMTimeRangeMake CMTimeRangeMake(start:duration:)",
    "kCMTimeInvalid CMTime.invalid",
  ]

  @Test(.enabled(if: hasCompiler))
  func `old code compiles, and each of its names is told the new one`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.program, to: "Old.swift")
    let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    var arguments = ["-typecheck", "-swift-version", "5", "-diagnostic-style", "llvm"]
    arguments += ["-I", products.appendingPathComponent("Modules").path]
    // The modules of C libraries stand behind those of Swift.
    for name in try FileManager.default.contentsOfDirectory(atPath: products.path) where name.hasSuffix(".build") {
      let map = products.appendingPathComponent("\(name)/module.modulemap").path
      if FileManager.default.fileExists(atPath: map) { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
    }
    let messages = try Tool.swiftc.run(arguments + [folder.path("Old.swift")]).errors
    let pattern = /warning: '(\S+)' is deprecated: (?:renamed to|replaced by) '(\S+)'/
    #expect(messages.matches(of: pattern).map { "\($0.1) \($0.2)" } == Self.renamings, "\(messages)")
  }
}
