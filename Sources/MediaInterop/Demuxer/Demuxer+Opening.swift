internal import CFFmpeg
internal import MediaSupport

extension Demuxer {
  /// Recognizes the container of an input. Reading then continues at the first byte.
  static func format(of bytes: IOContext) throws(MediaError) -> UnsafePointer<AVInputFormat> {
    let path = bytes.source.name
    var format: UnsafePointer<AVInputFormat>?
    // The default limit of 1 MiB bounds how far the library reads to recognize a format; it starts with 2 KiB.
    for name in [bytes.source.probeName, "media"] {
      format = nil
      let score = try check(
        av_probe_input_buffer2(bytes.pointer, &format, name, nil, 0, 0), .unrecognizedFormat, .opening,
        "no container format was recognised", path: path)
      if score < AVPROBE_SCORE_RETRY, let found = format, DemuxerTraits(found).isBareVideo {
        throw MediaError(.unrecognizedFormat, .opening, "no container format was recognised", path: path)
      }
      // A name such as `picture.jpg` would match a sequence of numbered pictures, so only the bytes are examined then.
      if let format, isAllowed(format) { break }
    }
    guard let format, isAllowed(format) else {
      let name = format.map { String(cString: $0.pointee.name) } ?? "none"
      throw MediaError(.unrecognizedFormat, .opening, "this build does not read the format '\(name)'", path: path)
    }
    return format
  }

  /// Opens a container and reads its header.
  ///
  /// - Parameters:
  ///   - known: the properties that were found before; `nil` for an input that is opened for the first time.
  ///   - log: the container's complaints from here on, except those about a movie's header, which is read separately.
  static func open(
    _ bytes: IOContext, as format: UnsafePointer<AVInputFormat>, known: Probe?, _ log: LibraryLog
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    let path = bytes.source.name
    let traits = DemuxerTraits(format)
    // Linear PCM of WAVE may contain another coding. The library searches for it in the first 32 packets before it
    // returns one. If the stream is already known as PCM, the search is useless.
    let isPCM = known?.streams.allSatisfy(\.parameters.codec.isPCM) ?? false
    var (code, context) = try readHeader(format, bytes, log, probedPackets: isPCM ? 1 : nil)
    if code < 0, traits.isMovie, isDamage(code, in: bytes), bytes.cutPart(of: .movie) != nil {
      // The file is cut within a fragment's index. Without an index of all fragments, those before it are found while
      // reading.
      avio_seek(bytes.pointer, 0, SEEK_SET)
      (code, context) = try readHeader(format, bytes, log, flags: AVFMT_FLAG_IGNIDX)
    }
    // If only a file's name suggests this format, and its header cannot be read, it has another format.
    let isOfFormat = code >= 0 || isRecognized(bytes, as: format)
    let isDamage = isDamage(code, in: bytes)
    if isOfFormat, isDamage, let container = traits.framing,
      let reason = bytes.cutPart(of: container, countingMedia: true)
    {
      throw MediaError(.truncatedContainer, .opening, "the file is cut: \(reason)", path: path)
    }
    if isDamage, traits.isMovie, bytes.hasItemsAlone {
      throw MediaError(.unrecognizedFormat, .opening, "this build does not read pictures of this format", path: path)
    }
    try check(
      isDamage ? cff_error_invalid_data : code, isOfFormat ? .damagedContainer : .unrecognizedFormat,
      .opening, "cannot read the header", path: path)
    if traits.isMovie { log.reset() }
    return context!
  }

  /// Reads the header.
  ///
  /// - Parameter probedPackets: the greatest number of packets that are examined to find a stream's coding; `nil` for
  ///   the library's choice.
  /// - Returns: The library's return code, and the container unless that is an error.
  private static func readHeader(
    _ format: UnsafePointer<AVInputFormat>, _ bytes: IOContext, _ log: LibraryLog, flags: Int32 = 0,
    probedPackets: Int? = nil
  ) throws(MediaError) -> (code: Int32, context: UnsafeMutablePointer<AVFormatContext>?) {
    guard let allocated = avformat_alloc_context() else { throw .outOfMemory(.opening) }
    allocated.pointee.pb = bytes.pointer
    cff_log_attach_format(allocated, log.pointer)
    allocated.pointee.interrupt_callback = IOContext.interruption(bytes.cancellation)
    allocated.pointee.flags |= flags
    forbidOpening(allocated)
    if DemuxerTraits(format).hasTables {
      // The tables state each sample's bounds and times, so nothing must be parsed from the media or guessed.
      allocated.pointee.flags |= AVFMT_FLAG_NOPARSE | AVFMT_FLAG_NOFILLIN
    }
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in libraryOptions(bytes.source) { av_dict_set(&dictionary, key, value, 0) }
    if let probedPackets { av_dict_set(&dictionary, "max_probe_packets", "\(probedPackets)", 0) }
    var context: UnsafeMutablePointer<AVFormatContext>? = allocated
    // On failure this frees the context, and sets the variable to nil.
    let code = avformat_open_input(&context, bytes.source.probeName, format, &dictionary)
    return (code, context)
  }

  /// Returns whether a code means damage. An end within the header is damage too, and so is a table that needs more
  /// memory than possible. Matroska's reader reports such an end as a failed read.
  private static func isDamage(_ code: Int32, in bytes: IOContext) -> Bool {
    if code == cff_error(EIO) { return bytes.readError == 0 }
    return [cff_error_invalid_data, cff_error_eof, cff_error(ENOMEM)].contains(code)
  }

  /// Returns whether the bytes are recognized as this format without the file's name.
  private static func isRecognized(_ bytes: IOContext, as format: UnsafePointer<AVInputFormat>) -> Bool {
    guard avio_seek(bytes.pointer, 0, SEEK_SET) == 0 else { return true }
    var found: UnsafePointer<AVInputFormat>?
    return av_probe_input_buffer2(bytes.pointer, &found, "media", nil, 0, 0) >= 0 && found == format
  }

  private static func libraryOptions(_ source: MediaSource) -> [(String, String)] {
    var result = [
      ("protocol_whitelist", source.protocols),
      ("format_whitelist", DemuxerTraits.all.map(\.name).joined(separator: ",")),
      // A movie's data references name other files.
      ("enable_drefs", "0"),
      ("use_absolute_path", "0"),
    ]
    if case .images(_, let rate) = source { result.append(("framerate", "\(rate.numerator)/\(rate.denominator)")) }
    return result
  }

  /// Forbids demuxers to open anything through this context, whatever they read: the only input is already open.
  private static func forbidOpening(_ context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.io_open = { _, _, _, _, _ in cff_error(EPERM) }
  }

  /// Returns whether a demuxer of libavformat is allowed and available.
  package static func reads(_ name: String) -> Bool {
    DemuxerTraits.row(of: name) != nil && av_find_input_format(name) != nil
  }

  private static func isAllowed(_ format: UnsafePointer<AVInputFormat>) -> Bool {
    DemuxerTraits.row(of: String(cString: format.pointee.name)) != nil
  }
}

extension DemuxerTraits {
  /// Makes the properties of one of libavformat's demuxers.
  init(_ format: UnsafePointer<AVInputFormat>) { self.init(formatName: String(cString: format.pointee.name)) }
}
