import CoreMedia
import Foundation
import MediaEngine

/// The inputs, outputs and pipes of one export, made as its plan says.
struct ExportJob {
  private let plan: ExportPlan
  private let request: ExportRequest
  private let part: CMTimeRange
  private let writer: AVAssetWriter
  /// The writer's inputs, in the order of the plan's tracks.
  private let inputs: [AVAssetWriterInput]

  /// Prepares the writer; nothing is written yet.
  ///
  /// - Throws: `AVError` for a track that cannot be written as planned.
  init(_ plan: ExportPlan, _ request: ExportRequest, _ part: CMTimeRange, _ writer: AVAssetWriter) throws {
    self.plan = plan
    self.request = request
    self.part = part
    self.writer = writer
    inputs = try plan.tracks.map { try Self.addInput($0, of: plan, request, part, to: writer) }
    let identified = Dictionary(zip(plan.tracks.map(\.source.trackID), inputs)) { first, _ in first }
    writer.relate(identified, as: request.asset)
    writer.describe(request, part, identified)
    if plan.makesPasses { writer.targetFileSize = request.fileLengthLimit }
  }

  private static func addInput(
    _ track: ExportPlan.Track, of plan: ExportPlan, _ request: ExportRequest, _ part: CMTimeRange,
    to writer: AVAssetWriter
  ) throws -> AVAssetWriterInput {
    let source = track.source
    var mediaType = source.mediaType
    var hint = source.exportedFormat
    if case .convertText = track.action {
      mediaType = .subtitle
      hint = source.textConverter(for: request, part, pictureSize: plan.pictureSize)?.formatDescription
    }
    let settings = track.action.settings
    // The layout of more channels than two is the source's, which the settings do not state.
    if settings != nil, !track.action.keepsLayout { hint = nil }
    let input = try AVAssetWriterInput.checked(mediaType: mediaType, outputSettings: settings, sourceFormatHint: hint)
    input.describe(as: source)
    if case .encodePictures(let coding) = track.action {
      input.transform = coding.transform
    } else if mediaType == .video {
      input.transform = source.preferredTransform
    }
    if mediaType == .subtitle || mediaType == .text {
      input.naturalSize = settings == nil && mediaType == source.mediaType ? source.naturalSize : plan.pictureSize
    }
    // Times of sound are counted in samples, whatever time scale its track has.
    if mediaType != .audio { input.mediaTimeScale = max(0, track.timeScale(request)) }
    if plan.makesPasses, case .encodePictures = track.action { input.performsMultiPassEncodingIfSupported = true }
    input.expectedSampleCount = track.sampleCount(in: part, request)
    if let reason = writer.refusal(of: input) {
      throw AVError.export(
        "track \(source.trackID) cannot be written: \(reason)", code: .operationNotSupportedForAsset,
        advice: "compatibleFileTypes has the types that can have it")
    }
    writer.add(input)
    return input
  }

  /// The shares of the tracks in the export's progress.
  var shares: [ExportProgress.Share] {
    zip(plan.tracks, inputs).map { track, input in
      let end = track.source.timeRange.end
      let seconds = part.duration.isNumeric ? part.duration.seconds : end.isNumeric ? end.seconds : nil
      return ExportProgress.Share(input: input, weight: track.action.work * (seconds ?? 1), duration: seconds)
    }
  }

  /// Returns the pump of the export.
  ///
  /// - Parameter record: a closure that returns the record for the pipe of a track, by the track's index.
  /// - Throws: `AVError` for a track that cannot be read as planned.
  func pump(_ reader: AVAssetReader, noting record: (Int) -> ExportProgress.Record) throws -> Pump {
    var outputs: [SharedOutput] = []
    var pipes: [TrackPipe] = []
    for (index, track) in plan.tracks.enumerated() {
      let shared = SharedOutput(try addOutput(track, inputs[index], to: reader))
      outputs.append(shared)
      var converter: (any SampleConverter)?
      switch track.action {
      case .convertText:
        converter = track.source.textConverter(for: request, part, pictureSize: plan.pictureSize)
          .map { TextTrackConverter($0) }
      case .copy: if request.isCut { converter = ClippedTexts(track.source, to: part) }
      case .encodePictures, .encodeSound: break
      }
      var earliest: CMTime?
      // A picture that began before the part is shown from its start on.
      if request.isCut, case .encodePictures = track.action { earliest = part.start }
      let feed = SampleFeed(shared.makeTap(), converter, earliest: earliest)
      pipes.append(TrackPipe(feed, inputs[index], noting: record(index)))
    }
    let end = request.isCut && part.duration.isNumeric ? part.end : nil
    return Pump([reader], outputs, through: pipes, into: [Pump.Destination(writer, from: part.start, to: end)])
  }

  private func addOutput(
    _ track: ExportPlan.Track, _ input: AVAssetWriterInput, to reader: AVAssetReader
  ) throws -> AVAssetReaderOutput {
    let output = track.isJoined ? joinedOutput(track) : trackOutput(track)
    // Samples are passed on as they are.
    output.alwaysCopiesSampleData = false
    output.supportsRandomAccess = input.performsMultiPassEncodingIfSupported
    guard reader.canAdd(output) else {
      throw AVError.export(
        "track \(track.source.trackID) cannot be read", code: .operationNotSupportedForAsset,
        advice: "look at the asset's isReadable")
    }
    reader.add(output)
    return output
  }
}

extension ExportJob {
  private func trackOutput(_ track: ExportPlan.Track) -> AVAssetReaderOutput {
    let output = AVAssetReaderTrackOutput(track: track.source, outputSettings: track.action.readerSettings)
    if case .encodePictures(let coding) = track.action {
      output.mapsTonesToStandardRange = coding.mapsTones
      output.appliesPreferredTrackTransform = coding.isTurned
    }
    if case .encodeSound = track.action { output.audioTimePitchAlgorithm = request.timePitchAlgorithm }
    return output
  }

  /// Returns the output of composed pictures, or of mixed sound.
  private func joinedOutput(_ track: ExportPlan.Track) -> AVAssetReaderOutput {
    if case .encodeSound = track.action {
      let output = AVAssetReaderAudioMixOutput(
        audioTracks: track.sources, audioSettings: track.action.readerSettings)
      let mix = AVMutableAudioMix()
      let heard = Set(track.sources.map(\.trackID))
      mix.inputParameters = request.audioMix?.inputParameters.filter { heard.contains($0.trackID) } ?? []
      output.audioMix = mix
      output.audioTimePitchAlgorithm = request.timePitchAlgorithm
      return output
    }
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: track.sources, videoSettings: nil)
    output.set(request.compositing)
    if case .encodePictures(let coding) = track.action { output.mapsTonesToStandardRange = coding.mapsTones }
    return output
  }
}

extension ExportPlan {
  /// A Boolean value that says whether pictures are encoded in several passes.
  var makesPasses: Bool { tracks.contains { $0.action.makesPasses } }

  /// The size of the pictures as they are shown.
  fileprivate var pictureSize: CGSize {
    guard let pictures = tracks.first(where: { $0.source.mediaType == .video }) else { return .zero }
    var (size, transform) = (pictures.source.naturalSize, pictures.source.preferredTransform)
    if case .encodePictures(let coding) = pictures.action {
      (size, transform) = (CGSize(width: coding.width, height: coding.height), coding.transform)
    }
    return abs(transform.b) > abs(transform.a) ? CGSize(width: size.height, height: size.width) : size
  }
}

extension ExportPlan.Track {
  /// The distance of composed pictures, or `nil` if none are composed, or have a track's times.
  private func frameDuration(_ request: ExportRequest) -> CMTime? {
    guard isJoined, case .encodePictures = action, let composition = request.compositing?.composition,
      composition.sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid
    else { return nil }
    return composition.frameDuration
  }

  /// Returns the ticks a second of the track's times.
  fileprivate func timeScale(_ request: ExportRequest) -> CMTimeScale {
    frameDuration(request)?.timescale ?? source.naturalTimeScale
  }

  /// Returns the number of samples in a part of the asset; 0 where it is not known.
  fileprivate func sampleCount(in part: CMTimeRange, _ request: ExportRequest) -> Int {
    if let frameDuration = frameDuration(request), frameDuration > .zero, part.duration.isNumeric {
      return Int(exactly: (part.duration.seconds / frameDuration.seconds).rounded(.up)) ?? 0
    }
    let whole = source.timeRange.duration.seconds
    let seconds = part.duration.isNumeric ? min(part.duration.seconds, whole) : whole
    guard whole > 0, seconds.isFinite else { return 0 }
    let count =
      switch action {
      case .copy, .encodePictures: Double(source.sampleCount) * seconds / whole
      case .encodeSound(let coding): seconds * coding.sampleRate / coding.samplesPerPacket
      // A pause follows each text.
      case .convertText: 2 * Double(source.sampleCount) * seconds / whole
      }
    return Int(exactly: count.rounded(.up)) ?? 0
  }
}

extension ExportPlan.Action {
  /// The settings of a writer's input, or nil if it stores samples as they come.
  fileprivate var settings: [String: Any]? {
    switch self {
    case .copy, .convertText: nil
    case .encodePictures(let coding): coding.settings
    case .encodeSound(let coding): coding.settings
    }
  }

  /// The settings of a reader's output, or nil for samples as they are stored.
  fileprivate var readerSettings: [String: Any]? {
    switch self {
    case .copy, .convertText: nil
    case .encodePictures, .encodeSound: [:]
    }
  }

  /// A Boolean value that says whether the input has to know the layout of the source's channels.
  fileprivate var keepsLayout: Bool { if case .encodeSound(let coding) = self { coding.channels > 2 } else { false } }

  fileprivate var makesPasses: Bool { if case .encodePictures(let coding) = self { coding.makesPasses } else { false } }

  /// The work for a second of media, compared with that for a second of sound.
  fileprivate var work: Double {
    switch self {
    case .copy, .convertText: 0.05
    case .encodeSound: 1
    case .encodePictures(let coding): 25 * Double(coding.width * coding.height) / Double(1280 * 720)
    }
  }
}

extension AVAssetTrack {
  /// Returns the converter of the track's texts, or nil if they cannot be converted.
  fileprivate func textConverter(
    for request: ExportRequest, _ part: CMTimeRange, pictureSize: CGSize
  ) -> AVTimedTextConverter? {
    exportedFormat.flatMap { format in
      AVTimedTextConverter(
        from: format, to: request.fileType, pictureSize: pictureSize,
        isForced: hasMediaCharacteristic(.containsOnlyForcedSubtitles), start: part.start,
        end: request.isCut && part.duration.isNumeric ? part.end : .positiveInfinity)
    }
  }
}
