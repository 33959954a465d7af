import MediaSupport

extension MovieWriter {
  /// Writes the open chunks and `moov`, and closes a file that the writer created.
  ///
  /// The writer cannot be used afterwards. Throws `.unsupportedByContainer` where `moov` exceeds 32 bits, and errors of
  /// the file.
  package func finish() throws {
    switch output {
    case .whole(let media): try finish(media)
    case .fragments(let media): try finish(media)
    }
    // A later check of the file reads the tables again, so these are freed: both together would take twice the memory.
    for index in tracks.indices { tracks[index].tables = SampleTableBuilder() }
  }

  private func finish(_ media: MediaOutput) throws {
    try closeAllChunks()
    guard options.isFastStart else {
      if media.start == nil { try media.place(fileType: fileTypeBytes, moovRoom: 0, alignment: mediaAlignment) }
      let moov = try moovBoxes(mediaStart: media.start ?? 0, mediaSize: media.size)
      return try media.writeAtEnd(moov: moov, fileType: fileTypeBytes)
    }
    if let start = media.start {
      try finishInRoom(media, start)
    } else {
      try finishInOrder(media)
    }
  }

  private func finishInOrder(_ media: MediaOutput) throws {
    let fileType = fileTypeBytes
    let header = MediaPlacement.headerSize(mediaSize: media.size)
    // Offsets have a fixed width, so `moov` has the same size wherever the media starts: held media is far below 32
    // bits.
    let size = try moovBoxes(mediaStart: 0, mediaSize: media.size).count
    let mediaStart = MediaPlacement.start(
      after: Int64(fileType.count + size) + header, alignment: mediaAlignment)
    try media.writeInOrder(
      fileType: fileType, moov: try moovBoxes(mediaStart: mediaStart, mediaSize: media.size), mediaStart: mediaStart)
  }

  private func finishInRoom(_ media: MediaOutput, _ start: Int64) throws {
    let fileType = fileTypeBytes
    let used = Int64(fileType.count)
    let moov = try moovBoxes(mediaStart: start, mediaSize: media.size)
    let fit = MediaPlacement.fit(
      moovSize: Int64(moov.count), used: used, mediaStart: start, mediaSize: media.size, alignment: mediaAlignment)
    switch fit {
    case .inPlace: try media.writeInRoom(moov: moov, fileType: fileType)
    case .move:
      var moved = moov
      var mediaStart = start
      var size = 0
      // The new position may need 64-bit offsets, which make `moov` larger.
      while moved.count != size {
        size = moved.count
        mediaStart = MediaPlacement.start(
          after: used + Int64(size) + MediaPlacement.wideHeader, alignment: mediaAlignment)
        moved = try moovBoxes(mediaStart: mediaStart, mediaSize: media.size)
      }
      try media.writeMoving(to: mediaStart, moov: moved, fileType: fileType)
    }
  }

  /// Returns `moov` for media of a size that starts at an offset in the file.
  func moovBoxes(mediaStart: Int64, mediaSize: Int64) throws -> ByteWriter {
    let builder = MoovBuilder(
      format: format, movie: movie, timeScale: movieTimeScale, tracks: tracks, mediaStart: mediaStart,
      hasWideOffsets: mediaStart + mediaSize > Int64(UInt32.max))
    let boxes = builder.boxes()
    guard boxes.count <= Int(UInt32.max) else {
      throw MediaError(.unsupportedByContainer, .finishing, "the movie's tables exceed 32 bits")
    }
    return boxes
  }

  var fileTypeBytes: [UInt8] {
    var fileType = options.fragments?.fileType ?? format.fileType
    // `default-base-is-moof` comes with `iso5`, `tfdt` in every fragment and signed offsets with `iso6`.
    let isOwnType = options.fragments?.fileType == nil
    let brands: [FourCC] = staysFragmented && isOwnType && !format.isQuickTime ? ["iso5", "iso6"] : []
    for brand in brands + movie.extraBrands where !fileType.compatibleBrands.contains(brand) {
      fileType.compatibleBrands.append(brand)
    }
    var writer = ByteWriter()
    fileType.write(to: &writer)
    return writer.bytes
  }

  /// Returns the size of the space to reserve for `moov`, estimated from the tables so far and from the plans. It is 0
  /// without fast start, and if no track has a plan.
  func plannedMoovSize(mediaSize: Int64) throws -> Int64 {
    guard options.isFastStart else { return 0 }
    return RoomEstimate.moovSize(
      now: Int64(try moovBoxes(mediaStart: 0, mediaSize: mediaSize).count), mediaSize: mediaSize,
      tracks: tracks.map { RoomEstimate.Track($0) })
  }
}
