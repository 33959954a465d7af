internal import AVFoundation

extension Source {
  /// Creates the source of several inputs that follow each other. It has the tracks of the first input. The duration of
  /// each input is that of the longest of its pictures and sounds.
  ///
  /// - Parameter parts: the movies whose first tracks are shown in the places of parts, from their time 0 on.
  /// - Throws: `JobError` of exit 65 for an input whose duration is not known, or of 67 for one without media.
  init(joining sources: [Source], replacing parts: [JoinedPart: AVAsset] = [:]) throws(JobError) {
    let first = sources[0]
    var facts = first.facts
    // The list of chapters is written anew.
    let lists = facts.chapterTracks
    facts.tracks.removeAll { lists.contains($0.id) }
    let composition = AVMutableComposition()
    var seams = JoinedTracks(
      tracks: facts.tracks.map { JoinedTracks.Track(id: $0.id) }, names: sources.map(\.input.name))
    var joined: [AVMutableCompositionTrack?] = facts.tracks.map { _ in nil }
    var (chapters, start): ([AVTimedMetadataGroup], CMTime) = ([], .zero)
    for (number, source) in sources.enumerated() {
      let range = try source.shownRange
      for (index, track) in facts.tracks.enumerated() {
        let partner = source.facts.tracks.first { $0.hasSamePlace(as: track) }
        let media = try partner.map { (partner) throws(JobError) in try source.assetTrack(partner) }
        seams.tracks[index].parts.append(partner.map { ($0, media?.formats ?? []) })
        guard let media else { continue }
        if joined[index] == nil {
          joined[index] = composition.addMutableTrack(withMediaType: media.mediaType, preferredTrackID: track.id)
        }
        // A part without samples shows nothing.
        if let made = parts[JoinedPart(track: track.id, input: number)]?.tracks.first {
          try? joined[index]?.insertTimeRange(
            CMTimeRange(start: .zero, duration: range.duration), of: made, at: start)
        } else {
          let end = CMTimeMinimum(range.end, media.endingTimeRange(of: partner).end)
          try? joined[index]?.insertCountedTimeRange(
            CMTimeRange(start: range.start, end: end), of: media, at: start)
        }
      }
      chapters += source.chapters.map { $0.moved(by: start - range.start, within: range) }
      start = start + range.duration
    }
    for track in joined { track?.shareCode() }
    let origin = try first.shownRange.start
    facts.join(sources.map(\.facts), as: composition, from: origin, duration: start, chapters)
    self.init(sources, media: composition, facts: facts, chapters: chapters, seams: seams)
  }

  /// The stretch of the timeline in which pictures and sounds are shown, from the earliest on.
  var shownRange: CMTimeRange {
    get throws(JobError) {
      let shown = facts.tracks.filter { [.video, .audio].contains($0.kind) }
      let start = CMTime((shown.isEmpty ? facts.tracks : shown).earliestStart)
      guard let end = (shown.isEmpty ? facts.tracks : shown).compactMap(\.end).max() ?? facts.duration,
        CMTime(end) > start
      else { throw JobError(.inputDamaged, "\(input.name): does not say how long it is") }
      return CMTimeRange(start: start, end: CMTime(end))
    }
  }
}

extension AVMutableCompositionTrack {
  /// Gives all descriptions of HEVC the same code: players look for a track's sample entries of one code only. Samples
  /// of `hvc1` are also valid as `hev1`, whose samples may contain parameter sets.
  fileprivate func shareCode() {
    guard formats.contains(where: { $0.mediaSubType == .hevcWithSetsInSamples }) else { return }
    for format in formats where format.mediaSubType == .hevc {
      replaceFormatDescription(format, with: format.recoded(as: .hevcWithSetsInSamples))
    }
  }
}

extension AVTimedMetadataGroup {
  fileprivate func moved(by distance: CMTime, within range: CMTimeRange) -> AVTimedMetadataGroup {
    let end = timeRange.end.isNumeric ? CMTimeMinimum(timeRange.end, range.end) : range.end
    let start = CMTimeMaximum(timeRange.start, range.start)
    return AVTimedMetadataGroup(items: items, timeRange: CMTimeRange(start: start + distance, end: end + distance))
  }
}

extension SourceFacts {
  /// Makes the first input's facts those of all inputs together.
  fileprivate mutating func join(
    _ inputs: [SourceFacts], as composition: AVComposition, from origin: CMTime, duration: CMTime,
    _ chapters: [AVTimedMetadataGroup]
  ) {
    for index in tracks.indices {
      guard let joined = composition.track(withTrackID: tracks[index].id) else { continue }
      let track = tracks[index]
      let parts = inputs.map { input in
        input.tracks.first { $0.hasSamePlace(as: track) }
      }
      let counts = parts.compactMap { $0?.sampleCount }
      tracks[index].sampleCount = counts.count == inputs.count ? counts.reduce(0, +) : nil
      let start = CMTimeMaximum(.zero, CMTime(track.start) - origin)
      tracks[index].start = ExactTime(start) ?? .zero
      tracks[index].duration = ExactTime(joined.timeRange.end - start)
      tracks[index].bitsPerSecond = joined.estimatedDataRate > 0 ? Double(joined.estimatedDataRate) : nil
      tracks[index].isDecodable = parts.allSatisfy { $0?.isDecodable != false }
      tracks[index].isComposed = false
      tracks[index].video?.hasOneAperture = joined.hasOneAperture
      // Inputs begin between the ticks of the first one.
      tracks[index].timeScale = track.timeScale.fineTimeScale
    }
    self.duration = ExactTime(duration)
    self.chapters = chapters.map { ChapterFact($0) }
    byteCount = inputs.reduce(0) { sum, input in sum.flatMap { sum in input.byteCount.map { sum + $0 } } }
    further = Array(inputs.dropFirst())
  }
}
