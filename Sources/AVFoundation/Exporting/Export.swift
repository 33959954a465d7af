import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// One export: it reads the asset, writes the file, and leaves the file whole or nothing.
///
/// `run` blocks its thread and is called once; `cancel` and `fraction` may be used from any thread.
final class Export: Sendable {
  private let request: ExportRequest
  /// The asset's content, which the export gives up when it is cancelled.
  private let content: any AssetContent
  /// A closure that is called with the fraction of the work that is done, on the export's threads.
  private let onProgress: @Sendable (Double) -> Void
  private let state = Mutex(State())

  private struct State {
    var isCancelled = false
    var pump: Pump?
    var progress: ExportProgress?
  }

  init(_ request: ExportRequest, onProgress: @escaping @Sendable (Double) -> Void) {
    self.request = request
    content = request.asset.content.cancellable
    self.onProgress = onProgress
  }

  /// The fraction of the work that is done, between 0 and 1.
  var fraction: Double { state.withLock { $0.progress }?.fraction ?? 0 }

  /// Makes `run` fail soon, unless the file has its name already.
  func cancel() {
    let pump = state.withLock { state in
      state.isCancelled = true
      return state.pump
    }
    content.cancel()
    pump?.cancel()
  }

  /// Exports the asset to a file that does not exist yet.
  ///
  /// - Throws: `AVError`: `.fileAlreadyExists`; `.operationCancelled` after `cancel()`; the plan's, the reader's and the
  ///   writer's errors. No file is left then.
  func run(to url: URL) throws {
    do {
      try requireExtension(of: url)
      // The asset itself would wait for its media whether the export is cancelled or not.
      _ = try content.load()
      let part = try request.part()
      var plan = try ExportPlan(request)
      try plan.limit(to: request, part)
      try requireGoingOn()
      let writer = try makeWriter(for: url, plan)
      let job = try ExportJob(plan, request, part, writer)
      let progress = ExportProgress(job.shares)
      let reader = try AVAssetReader(asset: request.asset)
      if request.isCut { reader.timeRange = part }
      let pump = try job.pump(reader) { index in
        ExportProgress.Record(progress: progress, track: index) { [onProgress] in onProgress(progress.fraction) }
      }
      state.withLock { ($0.pump, $0.progress) = (pump, progress) }
      // A pump that is cancelled before it runs ends as it begins.
      if state.withLock({ $0.isCancelled }) { pump.cancel() }
      defer { state.withLock { $0.pump = nil } }
      try run(pump, reader, writer)
      progress.complete()
    } catch {
      throw state.withLock { $0.isCancelled } ? Self.cancellation : AVError(wrapping: error)
    }
  }

  private func run(_ pump: Pump, _ reader: AVAssetReader, _ writer: AVAssetWriter) throws {
    do throws(Pump.Failure) {
      try pump.run()
    } catch {
      switch error {
      case .reading: throw reader.error ?? Self.cancellation
      case .writing: throw writer.error ?? Self.cancellation
      case .converting(let cause): throw cause
      }
    }
  }

  private func makeWriter(for url: URL, _ plan: ExportPlan) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: request.fileType)
    writer.shouldOptimizeForNetworkUse = request.isOptimizedForNetworkUse
    writer.directoryForTemporaryFiles = request.temporaryDirectory
    writer.configure { $0.configuration.largestSize = plan.largestSize(request) }
    return writer
  }

  private func requireGoingOn() throws {
    if state.withLock({ $0.isCancelled }) { throw Self.cancellation }
  }

  /// Refuses a name that other programs would take for another kind of file (EX-33).
  private func requireExtension(of url: URL) throws {
    guard url.isFileURL else {
      throw AVError.export("\(url) is not a file", code: .operationNotAllowed, advice: "give a file URL")
    }
    let type = request.fileType
    let names = type.isMovie ? AVFileType.writable.filter(\.isMovie).flatMap(\.fileExtensions) : type.fileExtensions
    if names.contains(url.pathExtension.lowercased()) { return }
    let wanted = type.fileExtensions.first ?? ""
    throw AVError.export(
      "\(url.lastPathComponent) has no extension of files of type \(type.rawValue)",
      code: .invalidOutputURLPathExtension, advice: "name it .\(wanted)")
  }

  static let cancellation = AVError(
    .operationCancelled, userInfo: [NSLocalizedDescriptionKey: "the export was cancelled"])
}
