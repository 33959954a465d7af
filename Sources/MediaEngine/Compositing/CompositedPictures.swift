package import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport
import Synchronization

/// Reads the pictures of several tracks as one track of composed pictures (VC-01 to VC-34).
///
/// One caller at a time reads; any thread may call `cancel()`.
package final class CompositedPictures: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; the properties for other threads are behind locks.

  /// The tracks and the composition of them.
  package struct Plan: Sendable {
    package var composition: PictureComposition
    /// The tracks whose pictures are composed.
    package var tracks: [SourceTrack]
    /// The tracks of other data for the client's compositor.
    package var dataTracks: [SourceTrack] = []
    /// The end of the asset. It is not numeric if it is not known.
    package var end: CMTime
    package var compositor: (any ClientCompositor)?

    package init(_ composition: PictureComposition, of tracks: [SourceTrack], end: CMTime) {
      (self.composition, self.tracks, self.end) = (composition, tracks, end)
    }
  }

  /// A source track and its reader.
  private struct Source {
    let track: SourceTrack
    let reader: any SampleReader
    let samples: ShownSamples
    /// Converts pictures for the client's compositor; `nil` if there is none.
    let converter: PixelBufferConverter?
  }

  private let plan: Plan
  private let sources: [Source]
  private let data: [Source]
  private let request: PictureRequest
  private let compositor: LayerCompositor
  private let output: PixelBufferConverter
  private let isCancelled = Atomic<Bool>(false)
  private var ranges: ArraySlice<CMTimeRange> = []
  private var times: CompositionTimes?
  /// The time of the next picture; `nil` at the end of the range.
  private var time: CMTime?
  private var last: Composed?
  private var format = PictureSeriesFormat()
  private var attachments: Attachments?

  private var composition: PictureComposition { plan.composition }

  /// A composed picture, and the sources that it was made of.
  private struct Composed {
    let instruction: Int
    let sources: [ObjectIdentifier]
    let looks: [PictureLayer.Look]
    let buffer: CVPixelBuffer
  }

  /// - Parameters:
  ///   - session: the session that reads the tracks.
  ///   - request: the form of the composed pictures.
  ///   - isShared: a Boolean value that says whether the session has other readers, made at other times.
  /// - Throws: `MediaError` of kind `invalidComposition` for a composition that is not valid in the range, and of
  ///   reading.
  package init(
    _ session: any AssetSession, _ plan: Plan, as request: PictureRequest, in timeRange: CMTimeRange,
    isShared: Bool = false
  ) throws {
    (self.plan, self.request) = (plan, request)
    let canvas = CanvasFormat.of(plan.composition, plan.tracks, request)
    compositor = LayerCompositor(canvas)
    output = PixelBufferConverter(request)
    let range = plan.range(in: timeRange)
    try plan.requireValid(in: range)
    var sourceRequest = PictureRequest()
    sourceRequest.isUrgent = request.isUrgent
    sourceRequest.needsEnds = true
    sourceRequest.deinterlaces = request.deinterlaces
    sourceRequest.mapsTones = plan.compositor?.sourceRequest.mapsTones == true || !canvas.color.isHighRange
    func source(_ track: SourceTrack, _ output: TrackReader.Output, isData: Bool) throws -> Source {
      let needed = plan.composition.neededRanges(ofTrack: track.trackID, in: range, isData: isData)
      let first = needed.first ?? range
      let reader =
        try isShared && !isData
        ? session.pictures(of: track, sourceRequest, in: first, ReadingNotes())
        : session.reader(of: track, output: output, timeRange: first, isRandomAccess: true)
      return Source(
        track: track, reader: reader, samples: ShownSamples(reader, trackEnd: track.timeRange.end),
        converter: isData ? nil : plan.compositor.map { PixelBufferConverter($0.sourceRequest) })
    }
    sources = try plan.tracks.map { try source($0, .pictures(sourceRequest), isData: false) }
    data = try plan.dataTracks.map { try source($0, .packets, isData: true) }
    ranges = [timeRange]
    LiveObjects.increment()
  }

  deinit { LiveObjects.decrement() }

  package func next() throws -> CMSampleBuffer? {
    while true {
      if isCancelled.load(ordering: .acquiring) {
        throw MediaError(.cancelled, .processing, "reading was cancelled")
      }
      if let time, let times {
        let next = try move(to: time, times)
        self.time = next
        let end = next ?? (times.range.end.isNumeric ? times.range.end : time + composition.frameDuration)
        return try sample(of: picture(at: time), at: time, duration: end - time)
      }
      guard let range = ranges.popFirst() else { return nil }
      try begin(plan.range(in: range))
    }
  }

  package func reset(to timeRanges: [CMTimeRange]) { (ranges, times, time) = (timeRanges[...], nil, nil) }

  package func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) {
    // Each composed picture is independent of the others, so reading can begin at any of them.
    let start = CMTimeMaximum(timeRange.start, CMTimeMaximum(.zero, time))
    reset(to: [start < timeRange.end ? CMTimeRange(start: start, end: timeRange.end) : timeRange])
  }

  package func skip(to time: CMTime) {
    guard composition.timingTrackID == nil, let times, let current = self.time, time > current else { return }
    let wanted = CompositionTimes.multiple(of: composition.frameDuration, before: time)
    guard wanted > current, wanted < times.range.end else { return }
    self.time = wanted
    for source in sources + data { source.samples.skip(to: wanted) }
  }

  /// Makes reading end at once, even while a client composes. Any thread; does not wait.
  package func cancel() {
    isCancelled.store(true, ordering: .releasing)
    plan.compositor?.cancel()
  }

  package var warnings: [String] { sources.flatMap(\.reader.warnings) }

  /// The time ranges in which one of the tracks is missing.
  package var lostTimeRanges: [CMTimeRange] { (sources + data).flatMap(\.reader.lostTimeRanges).joined }

  // MARK: Times

  private func begin(_ range: CMTimeRange) throws {
    last = nil
    guard range.duration > .zero else { return }
    let times = CompositionTimes(frameDuration: composition.frameDuration, range: range)
    var first = times.first
    if let timing {
      timing.samples.begin([range])
      try timing.samples.advance(to: range.start)
      first = timing.samples.shown(at: range.start)?.presentationTimeStamp ?? first
    }
    let whole = CMTimeRange(start: min(first, range.start), end: range.end)
    for source in sources where source.track.trackID != composition.timingTrackID {
      source.samples.begin(composition.neededRanges(ofTrack: source.track.trackID, in: whole))
    }
    for source in data {
      source.samples.begin(composition.neededRanges(ofTrack: source.track.trackID, in: whole, isData: true))
    }
    (self.times, time) = (times, first)
    plan.compositor?.begin(whole)
  }

  /// The source whose picture times the composed pictures have.
  private var timing: Source? { sources.first { $0.track.trackID == composition.timingTrackID } }

  /// Advances to the pictures of a time.
  ///
  /// - Returns: The time of the next composed picture; `nil` at the end of the range.
  private func move(to time: CMTime, _ times: CompositionTimes) throws -> CMTime? {
    for source in sources + data { try source.samples.advance(to: time) }
    guard let timing else { return times.next(after: time) }
    let change = timing.samples.nextChange(after: time)
    // While the timing track shows nothing, pictures come at regular times.
    let regular = timing.samples.shown(at: time) == nil ? times.next(after: time) : nil
    let next = [change, regular].compactMap { $0 }.filter { $0 > time }.min()
    return next.flatMap { $0 < times.range.end ? $0 : nil }
  }

  // MARK: Pictures

  private func picture(at time: CMTime) throws -> CVPixelBuffer {
    guard let index = composition.instruction(at: time) else {
      throw MediaError.invalidComposition(
        CompositionFlaw.empty(CMTimeRange(start: time, duration: composition.frameDuration)).reason)
    }
    let instruction = composition.instructions[index]
    let shown = shownPictures(instruction, at: time)
    switch instruction.work {
    case .pass(let trackID):
      if let buffer = shown[trackID]?.imageBuffer { return try passed(buffer, of: trackID, by: index) }
      return try composed(index, [], .init(), shown, at: time)
    case .layers(let layers, let background): return try composed(index, layers, background, shown, at: time)
    case .client:
      let sources = shown.sorted { $0.key < $1.key }.compactMap { $1.imageBuffer.map(ObjectIdentifier.init) }
      if !instruction.changesInTime, data.isEmpty, let buffer = reusable(index, sources, []) { return buffer }
      guard let compositor = plan.compositor else {
        throw MediaError.invalidComposition("instruction \(index) is for a compositor, and there is none")
      }
      var values: [Int32: CMSampleBuffer] = [:]
      for source in data where instruction.dataTrackIDs.contains(source.track.trackID) {
        values[source.track.trackID] = source.samples.shown(at: time)
      }
      let made = try compositor.compose(
        CompositionSources(time: time, instruction: index, pictures: taken(shown), data: values))
      let fitted = try fitted(made)
      let buffer = try whole(output.convert(fitted), from: fitted)
      last = Composed(instruction: index, sources: sources, looks: [], buffer: buffer)
      return buffer
    }
  }

  /// Returns pictures in the form that the client's compositor accepts.
  private func taken(_ shown: [Int32: CMSampleBuffer]) throws -> [Int32: CMSampleBuffer] {
    var taken: [Int32: CMSampleBuffer] = [:]
    for source in sources {
      guard let sample = shown[source.track.trackID], let buffer = sample.imageBuffer else { continue }
      let converted = try source.converter?.convert(buffer) ?? buffer
      taken[source.track.trackID] =
        converted === buffer
        ? sample : try self.sample(of: converted, at: sample.presentationTimeStamp, duration: sample.duration)
    }
    return taken
  }

  /// Returns the pictures of an instruction's tracks that are shown at a time.
  private func shownPictures(
    _ instruction: PictureComposition.Instruction, at time: CMTime
  ) -> [Int32: CMSampleBuffer] {
    var shown: [Int32: CMSampleBuffer] = [:]
    for source in sources where instruction.sourceTrackIDs?.contains(source.track.trackID) ?? true {
      shown[source.track.trackID] = source.samples.shown(at: time)
    }
    return shown
  }

  private func composed(
    _ index: Int, _ layers: [PictureLayer], _ background: PictureComposition.Color,
    _ shown: [Int32: CMSampleBuffer], at time: CMTime
  ) throws -> CVPixelBuffer {
    var (drawn, identities, looks): ([LayerCompositor.Layer], [ObjectIdentifier], [PictureLayer.Look]) = ([], [], [])
    let size = (width: compositor.canvas.width, height: compositor.canvas.height)
    for layer in layers {
      guard let buffer = shown[layer.trackID]?.imageBuffer else { continue }
      let look = layer.look(at: time)
      let place = LayerPlacement(
        look, width: buffer.width, height: buffer.height, aperture: buffer.cleanPart,
        pixelShape: buffer.pixelShape, scale: composition.renderScale)
      guard let place else { continue }
      let picture = try Picture(buffer)
      if drawn.isEmpty, !picture.format.hasAlpha,
        place.isUntouched(width: buffer.width, height: buffer.height, onto: size),
        request.pixelFormat != nil || PictureFormat(picture).isSame(as: compositor.canvas)
      {
        return try untouched(buffer)
      }
      drawn.append(.init(trackID: layer.trackID, picture: picture, place: place))
      identities.append(ObjectIdentifier(buffer))
      looks.append(look)
    }
    if let buffer = reusable(index, identities, looks) { return buffer }
    let buffer = try compositor.compose(drawn, over: background).pixelBuffer()
    buffer.storedAttachments = canvasAttachments
    let converted = try output.convert(buffer)
    last = Composed(instruction: index, sources: identities, looks: looks, buffer: converted)
    return converted
  }

  /// Returns the last composed picture, if the next one is made of the same sources.
  private func reusable(_ index: Int, _ sources: [ObjectIdentifier], _ looks: [PictureLayer.Look]) -> CVPixelBuffer? {
    guard let last, last.instruction == index, last.sources == sources, last.looks == looks, !request.ownsMemory
    else { return nil }
    return last.buffer
  }

  /// Returns a picture as shown by an instruction that changes nothing (VC-05).
  private func untouched(_ buffer: CVPixelBuffer) throws -> CVPixelBuffer {
    let converted = try output.convert(buffer)
    guard converted === buffer, request.ownsMemory else { return try whole(converted, from: buffer) }
    let copy = try Picture(buffer).padded(toWidth: buffer.width, height: buffer.height).pixelBuffer()
    copy.storedAttachments = buffer.storedAttachments
    return try whole(copy, from: buffer)
  }

  /// Returns a composed picture without what its source states about its own shape: composed pictures are shown whole,
  /// and their pixels are square (VC-07).
  ///
  /// - Parameter source: the picture that it was made from. It does not change, since it can be shown again.
  private func whole(_ buffer: CVPixelBuffer, from source: CVPixelBuffer) throws -> CVPixelBuffer {
    guard Self.shapeKeys.contains(where: { CVBufferHasAttachment(buffer, $0) }) else { return buffer }
    var made = buffer
    if buffer === source {
      made = try Picture(source).pixelBuffer()
      made.storedAttachments = source.storedAttachments
    }
    for key in Self.shapeKeys { CVBufferRemoveAttachment(made, key) }
    return made
  }

  // Unsafe: strings that never change; CFString is only not declared Sendable.
  /// The attachments about the shape of a picture.
  nonisolated(unsafe) private static let shapeKeys = [
    kCVImageBufferCleanApertureKey, kCVImageBufferPixelAspectRatioKey,
  ]

  /// Returns a passed-through picture of a track: the part of it that is to be shown, in the size of the canvas (VC-61).
  private func passed(_ buffer: CVPixelBuffer, of trackID: Int32, by index: Int) throws -> CVPixelBuffer {
    let canvas = compositor.canvas
    if let part = buffer.cleanPart {
      let sources = [ObjectIdentifier(buffer)]
      if let buffer = reusable(index, sources, []) { return buffer }
      let place = LayerPlacement(of: part, filling: (canvas.width, canvas.height))
      let layer = LayerCompositor.Layer(trackID: trackID, picture: try Picture(buffer), place: place)
      let made = try compositor.compose([layer], over: .init()).pixelBuffer()
      made.storedAttachments = canvasAttachments
      let converted = try output.convert(made)
      last = Composed(instruction: index, sources: sources, looks: [], buffer: converted)
      return converted
    }
    let isNative = request.pixelFormat == nil
    if isNative ? PictureFormat(try Picture(buffer)).isSame(as: canvas) : isOfCanvasSize(buffer) {
      return try untouched(buffer)
    }
    return try output.convert(converted(buffer))
  }

  /// Returns a client's picture in the size of the canvas.
  private func fitted(_ buffer: CVPixelBuffer) throws -> CVPixelBuffer {
    isOfCanvasSize(buffer) ? buffer : try converted(buffer)
  }

  private func isOfCanvasSize(_ buffer: CVPixelBuffer) -> Bool {
    buffer.width == compositor.canvas.width && buffer.height == compositor.canvas.height
  }

  private func converted(_ buffer: CVPixelBuffer) throws -> CVPixelBuffer {
    let picture = try Picture(buffer)
    let made = try PictureConverter(from: PictureFormat(picture), to: compositor.canvas).convert(picture).pixelBuffer()
    made.storedAttachments = canvasAttachments
    return made
  }

  private var canvasAttachments: Attachments {
    if let attachments { return attachments }
    var made = Attachments()
    compositor.canvas.color.attach(to: &made)
    attachments = made
    return made
  }

  private func sample(of buffer: CVPixelBuffer, at time: CMTime, duration: CMTime) throws -> CMSampleBuffer {
    let timing = CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
    return CMSampleBuffer(imageBuffer: buffer, format: try format.description(of: buffer), timing: timing)
  }
}

extension CompositedPictures.Plan {
  /// Returns the range in which pictures are composed. It ends with the last picture of the tracks, or with the last
  /// instruction if that ends later, but not after the asset (VC-06).
  func range(in range: CMTimeRange) -> CMTimeRange {
    let ends = tracks.map(\.timeRange.end)
    let pictures = ends.contains { !$0.isNumeric } ? CMTime.positiveInfinity : ends.max() ?? .zero
    let instructions = composition.instructions.map(\.timeRange.end).filter(\.isValid).max() ?? .zero
    let asset = end.isNumeric ? end : .positiveInfinity
    let last = CMTimeMinimum(range.end, CMTimeMaximum(pictures, CMTimeMinimum(instructions, asset)))
    let start = CMTimeMaximum(.zero, range.start)
    return CMTimeRange(start: start, end: CMTimeMaximum(start, last))
  }

  /// - Throws: `MediaError` of kind `invalidComposition`.
  func requireValid(in range: CMTimeRange) throws {
    let times = CompositionTimes(frameDuration: composition.frameDuration, range: range)
    let flaws = composition.flaws(in: range, trackIDs: Set(tracks.map(\.trackID)))
    let flaw = flaws.first { flaw in
      // A gap in which no picture begins is not visible.
      guard case .empty(let stretch) = flaw, composition.frameDuration.isNumeric, composition.frameDuration > .zero
      else { return true }
      return times.hasPicture(in: stretch)
    }
    if let flaw { throw MediaError.invalidComposition(flaw.reason) }
    if let timing = composition.timingTrackID, !tracks.contains(where: { $0.trackID == timing }) {
      throw MediaError.invalidComposition("it has the times of track \(timing), which is not there")
    }
  }
}

extension MediaError {
  static func invalidComposition(_ reason: String) -> MediaError {
    MediaError(.invalidComposition, .processing, "the video composition is not valid: \(reason)")
  }
}
