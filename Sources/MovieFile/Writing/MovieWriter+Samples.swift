import MediaSupport

extension MovieWriter {
  /// The size in bytes from which on a sample is written to the file straight from the caller's memory. A smaller
  /// sample is copied into its track's open chunk, which costs less than a separate write.
  private static let directSize = 1 << 20

  /// Appends a sample, or `sample.count` samples of equal size.
  ///
  /// The bytes are not kept after the call. Throws `.invalidOperation` for decode times that go backwards or bytes that
  /// cannot be divided into the samples, `.unsupportedByContainer` for values that the tables cannot hold, and
  /// `.diskFull` or `.inputOutput` from the file.
  package func append(_ bytes: UnsafeRawBufferPointer, to track: Int, _ sample: Sample) throws {
    try append([bytes], to: track, sample)
  }

  /// Appends one sample whose bytes lie in several pieces, or a run of equal samples in one piece.
  package func append(_ pieces: [UnsafeRawBufferPointer], to track: Int, _ sample: Sample) throws {
    precondition(tracks[track].entries.indices.contains(sample.entry), "the sample entry was added to the track")
    precondition(sample.count == 1 || pieces.count == 1, "a run of samples is in one piece")
    let size = pieces.reduce(0) { $0 + $1.count }
    guard sample.count > 0, size % sample.count == 0 else {
      throw MediaError(.invalidOperation, .writing, "\(size) bytes are not \(sample.count) samples of equal size")
    }
    let sample = try placed(sample, of: track)
    if let fragments, fragments.needsEnd(for: size) { try endFragment() }
    try tracks[track].tables.append(sample, size: size / sample.count)
    try closeDueChunks(before: tracks[track].seconds(sample.decodeTime), except: track)
    if sample.count == 1 {
      try appendOne(pieces, size: size, to: track, sample)
    } else {
      try appendRun(pieces[0], to: track, sample)
    }
  }

  /// Appends a run, divided at the ends of chunks.
  private func appendRun(_ bytes: UnsafeRawBufferPointer, to track: Int, _ sample: Sample) throws {
    let size = bytes.count / sample.count
    var done = 0
    while done < sample.count {
      let time = sample.decodeTime + Int64(done) * sample.duration
      let fitting = try roomInChunk(
        of: track, for: sample.count - done, size: size, at: time, duration: sample.duration, entry: sample.entry)
      let part = UnsafeRawBufferPointer(rebasing: bytes[done * size..<(done + fitting) * size])
      tracks[track].chunk.bytes.append(contentsOf: part)
      try appendRow(sample, at: time, count: fitting, size: size, to: track)
      tracks[track].chunk.duration += Int64(fitting) * sample.duration
      tracks[track].chunk.samples += UInt32(fitting)
      done += fitting
    }
  }

  private func appendOne(
    _ pieces: [UnsafeRawBufferPointer], size: Int, to track: Int, _ sample: Sample
  ) throws {
    _ = try roomInChunk(
      of: track, for: 1, size: size, at: sample.decodeTime, duration: sample.duration, entry: sample.entry)
    try appendRow(sample, at: sample.decodeTime, count: 1, size: size, to: track)
    tracks[track].chunk.duration += sample.duration
    tracks[track].chunk.samples += 1
    if size >= Self.directSize {
      try closeChunk(of: track, followedBy: pieces)
    } else {
      for piece in pieces { tracks[track].chunk.bytes.append(contentsOf: piece) }
    }
  }

  /// Returns how many of `count` equal samples fit in the track's open chunk, at least one. A chunk without space, or
  /// with another sample entry, is closed and a new one opened.
  private func roomInChunk(
    of track: Int, for count: Int, size: Int, at time: Int64, duration: Int64, entry: Int
  ) throws -> Int {
    let preferences = tracks[track].description.chunks
    let timeScale = tracks[track].description.timeScale
    func fitting() -> Int {
      let chunk = tracks[track].chunk
      // The duration is measured by decode times: a gap between two samples is part of it.
      let openDuration = chunk.isEmpty ? 0 : max(chunk.duration, time - chunk.startTime)
      return preferences.samplesThatFit(
        count, duration: duration, size: size, openDuration: openDuration, openSize: chunk.bytes.count,
        timeScale: timeScale)
    }
    if !tracks[track].chunk.isEmpty, tracks[track].chunk.entry != entry || fitting() == 0 {
      try closeChunk(of: track)
    }
    if tracks[track].chunk.isEmpty {
      tracks[track].chunk.startTime = time
      tracks[track].chunk.entry = entry
    }
    return fitting()
  }

  /// Writes the open chunks of other tracks that must come before a sample at `seconds`, the earliest first.
  private func closeDueChunks(before seconds: Double, except current: Int) throws {
    while true {
      var first: Int?
      for track in tracks.indices where track != current && !tracks[track].chunk.isEmpty {
        let due = tracks[track].chunkDue
        if due <= seconds, first.map({ due < tracks[$0].chunkDue }) ?? true { first = track }
      }
      guard let first else { return }
      try closeChunk(of: first)
    }
  }

  /// Writes all open chunks, the earliest first.
  func closeAllChunks() throws { try closeDueChunks(before: .infinity, except: -1) }

  /// Writes a track's open chunk, and after it a last sample that is not copied.
  func closeChunk(of track: Int, followedBy pieces: [UnsafeRawBufferPointer] = []) throws {
    switch output {
    case .whole(let media): try write(tracks[track].chunk, followedBy: pieces, of: track, to: media)
    case .fragments(let media):
      // A segment that is delivered has no offset in a file.
      let alignment = media.isInFile ? tracks[track].description.chunks.alignment : 0
      media.open.append(tracks[track].chunk, followedBy: pieces, of: track, alignment: alignment)
    }
    tracks[track].chunk.reset()
  }

  private func write(
    _ chunk: OpenChunk, followedBy pieces: [UnsafeRawBufferPointer], of track: Int, to media: MediaOutput
  ) throws {
    let count = chunk.bytes.count + pieces.reduce(0) { $0 + $1.count }
    if media.needsPlace(for: count, isPlanned: tracks.allSatisfy(\.isPlanned)) {
      try media.place(
        fileType: fileTypeBytes, moovRoom: plannedMoovSize(mediaSize: media.size), alignment: mediaAlignment)
    }
    let offset = try media.align(to: Int64(tracks[track].description.chunks.alignment))
    try media.append(chunk.bytes)
    for piece in pieces { try media.append(piece) }
    tracks[track].tables.appendChunk(at: offset, samples: chunk.samples, entry: chunk.entry)
  }

  /// The number of which the media's offset in the file must be a multiple, so that offsets within it keep the chunks'
  /// alignments: their least common multiple. If that is above `largestAlignment`, the alignments hold only relative to
  /// each other.
  var mediaAlignment: Int64 {
    var multiple: Int64 = 1
    for alignment in tracks.map({ Int64($0.description.chunks.alignment) }) where alignment > 1 {
      multiple = multiple / greatestCommonDivisor(multiple, alignment) * alignment
      if multiple > Int64(ChunkPreferences.largestAlignment) { return Int64(ChunkPreferences.largestAlignment) }
    }
    return multiple
  }
}
