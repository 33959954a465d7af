public import CoreMedia
import Foundation
import MediaSupport

/// Estimates of the file's size, and of the duration that fits into `fileLengthLimit`.
extension AVAssetExportSession {
  /// The approximate size of the file in bytes. It is 0 if it cannot be estimated, as for an asset without an end
  /// (EX-53).
  ///
  /// - Throws: `AVError` for what cannot be exported.
  public var estimatedOutputFileLengthInBytes: Int64 {
    get async throws {
      _ = try await asset.load(.tracks, .duration)
      let request = request(as: estimatedFileType)
      return try ExportPlan(request).byteCount(of: request.part()) ?? 0
    }
  }

  /// The same with a completion handler, which is called once, on an unspecified thread.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func estimateOutputFileLength(completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void) {
    Task {
      do { handler(try await estimatedOutputFileLengthInBytes, nil) } catch { handler(0, error) }
    }
  }

  /// The longest duration that can be exported, approximately: as much of the part as fits into `fileLengthLimit` in the
  /// usual quality, and all of it without a limit (EX-54).
  ///
  /// - Throws: `AVError` for what cannot be exported.
  public var estimatedMaximumDuration: CMTime {
    get async throws {
      _ = try await asset.load(.tracks, .duration)
      return try longestDuration()
    }
  }

  /// The same with a completion handler, which is called once, on an unspecified thread. The duration is invalid where
  /// there is an error.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func estimateMaximumDuration(completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void) {
    Task {
      do { handler(try await estimatedMaximumDuration, nil) } catch { handler(.invalid, error) }
    }
  }

  /// The longest duration that can be exported; invalid where nothing can. It waits until the asset's tracks are loaded.
  @available(macOS, deprecated: 15, message: "Use estimatedMaximumDuration instead")
  public var maxDuration: CMTime { (try? longestDuration()) ?? .invalid }

  /// The size of the file in bytes by the preset and `timeRange` alone, whatever the asset holds. It is 0 for a range
  /// that does not end, and for presets that copy samples or make ProRes (EX-55).
  @available(macOS, deprecated: 15, message: "Use estimatedOutputFileLengthInBytes instead")
  public var estimatedOutputFileLength: Int64 {
    let range = configuration.timeRange
    guard range.isValid, range.start.isNumeric, range.duration.isNumeric, let rate = preset.usualBitsPerSecond else {
      return 0
    }
    return Int64(clamping: range.duration.seconds * rate / 8)
  }

  private func longestDuration() throws -> CMTime {
    let request = request(as: estimatedFileType)
    let (part, plan) = (try request.part(), try ExportPlan(request))
    guard request.fileLengthLimit > 0, let rate = plan.bitsPerSecond, rate > 0 else { return part.duration }
    let seconds = Double(request.fileLengthLimit) * 8 / rate
    return min(part.duration, CMTime(seconds: seconds, preferredTimescale: 1000))
  }

  /// The file's type, or the preset's default one if none is set.
  private var estimatedFileType: AVFileType { configuration.outputFileType ?? preset.fileTypes[0] }
}

extension ExportPreset {
  /// The bits of a second in the usual quality, with pictures of the largest size at 30 a second, or nil if they depend
  /// on the asset.
  fileprivate var usualBitsPerSecond: Double? {
    let sound = 128_000.0
    guard case .encoded(let codec, .aac) = media else { return nil }
    guard let codec else { return sound }
    let (width, height) = box.map { ($0.longer, $0.shorter) } ?? (1920, 1080)
    return sound + (codec == .hevc ? 0.06 : 0.1) * 30 * Double(width * height)
  }
}
