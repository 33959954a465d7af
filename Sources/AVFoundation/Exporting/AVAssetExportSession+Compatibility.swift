import CoreMedia

/// The presets and file types that an asset can be exported with.
extension AVAssetExportSession {
  /// Returns the names of all presets, without `AVAssetExportPresetPassthrough` (EX-20).
  public class func allExportPresets() -> [String] { ExportPreset.listed.map(\.name) }

  /// Returns the names of the presets that an asset can be exported with, without `AVAssetExportPresetPassthrough`.
  ///
  /// The asset's tracks are loaded, while the calling thread waits.
  @available(macOS, deprecated: 13, message: "Use compatibility(ofExportPreset:with:outputFileType:)")
  public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    ExportPreset.listed.filter { $0.canExport(asset, as: nil) }.map(\.name)
  }

  /// Returns whether an asset can be exported with a preset to a type of file (EX-21).
  ///
  /// - Parameter outputFileType: the type, or `nil` for any.
  public class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    guard let preset = ExportPreset.all.first(where: { $0.name == presetName }) else { return false }
    // An asset that cannot be loaded is compatible with no preset.
    _ = try? await asset.load(.tracks, .duration)
    return preset.canExport(asset, as: outputFileType)
  }

  /// The same with a completion handler, which is called once, on an unspecified thread.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    Task { handler(await compatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType)) }
  }

  /// The types of files, of those that the preset makes, that can have this asset (EX-23).
  public var compatibleFileTypes: [AVFileType] {
    get async {
      _ = try? await asset.load(.tracks, .duration)
      return supportedFileTypes.filter { (try? ExportPlan(request(as: $0))) != nil }
    }
  }

  /// The same with a completion handler, which is called once, on an unspecified thread.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
    Task { handler(await compatibleFileTypes) }
  }
}

extension ExportPreset {
  /// The presets whose names are listed.
  fileprivate static let listed = all.filter { $0.media != .stored }

  /// Returns whether an asset can be exported to a type of file, or to any of the preset's.
  fileprivate func canExport(_ asset: AVAsset, as type: AVFileType?) -> Bool {
    fileTypes.contains { candidate in
      (type ?? candidate) == candidate && (try? ExportPlan(ExportRequest(asset, self, as: candidate))) != nil
    }
  }
}
