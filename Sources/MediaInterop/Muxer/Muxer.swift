internal import CFFmpeg
import Foundation
import MediaSupport

/// Writes packets to a file of one of libavformat's containers.
///
/// Call its functions in this order: `addStream` for each stream, `writeFront` if there is something to write in front,
/// `writeHeader`, `write` in decode-time order over all streams, `finish` or `cancel`. The output contains neither the
/// current date nor a library's version. After an error only `cancel` makes sense. One thread at a time.
package final class Muxer {
  /// A container by libavformat's name.
  package struct Container: RawRepresentable, Sendable, Hashable {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package static let matroska = Container(rawValue: "matroska")
    package static let webM = Container(rawValue: "webm")
    package static let transportStream = Container(rawValue: "mpegts")
    package static let mp3 = Container(rawValue: "mp3")
    package static let wav = Container(rawValue: "wav")
    package static let aiff = Container(rawValue: "aiff")
    package static let caf = Container(rawValue: "caf")
    package static let flac = Container(rawValue: "flac")
    package static let ogg = Container(rawValue: "ogg")
  }

  enum State { case adding, writing, finished }

  /// The time by which a transport stream's packet precedes its presentation, in microseconds: the time that its
  /// decoders' buffers hold, including space before the first time for negative decode times.
  private static let lead: Int32 = 700_000

  /// The path; empty for a stream that is no file.
  package let path: String
  private let container: Container
  let context: UnsafeMutablePointer<AVFormatContext>
  private let sink: FileSink
  private var state = State.adding
  private var streams: [WrittenStream] = []
  /// A Boolean value that says whether the header is changed after it was written: see `MatroskaTracks`.
  private var hasRevisedTracks = false
  /// The number of bytes before the packets.
  private var headerSize = 0

  /// Creates the file.
  ///
  /// - Throws: `MediaError` of kind `.outputExists`, `.outputUnavailable` or `.diskFull` with the path, and
  ///   `.unsupportedByContainer` for a container that this build does not write.
  package convenience init(creating path: String, container: Container) throws {
    try self.init(path: path, container: container) { try FileSink(creating: path) }
  }

  /// Writes the bytes to a closure in their order, without ever changing earlier ones.
  ///
  /// - Parameter write: receives the bytes; an error that it throws is rethrown by the current call.
  package convenience init(
    container: Container, streamingTo write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try self.init(path: "", container: container) { try FileSink(streamingTo: write) }
  }

  /// Writes nothing, but counts what it would write in `size`.
  package convenience init(rehearsing container: Container) throws {
    try self.init(path: "", container: container) { try FileSink() }
  }

  private init(path: String, container: Container, sink makeSink: () throws -> FileSink) throws {
    try LibraryLog.install(for: .avformat, .opening)
    guard let format = av_guess_format(container.rawValue, nil, nil) else {
      throw MediaError(.unsupportedByContainer, .opening, "this build does not write \(container.rawValue)", path: path)
    }
    let sink = try makeSink()
    var context: UnsafeMutablePointer<AVFormatContext>?
    try check(
      avformat_alloc_output_context2(&context, format, nil, nil), .outOfMemory, .opening, "cannot set up the file",
      path: path)
    guard let context else { throw MediaError.outOfMemory(.opening) }
    context.pointee.pb = sink.stream
    context.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
    // Times are the caller's, including negative ones.
    context.pointee.avoid_negative_ts = 0
    context.pointee.max_delay = Self.lead
    self.path = path
    self.container = container
    self.context = context
    self.sink = sink
    LiveObjects.increment()
  }

  deinit {
    avformat_free_context(context)
    LiveObjects.decrement()
  }

  /// The number of bytes written so far, which is the offset of the next one.
  package var position: Int64 { sink.position }

  /// The number of bytes of the file, complete after `finish`; 0 for a stream.
  package var size: Int64 { sink.size }

  /// Adds a stream and returns its index for `write`.
  /// - Parameter description: the stream's parameters, and the other properties that the container can store; its index
  ///   is not used.
  ///   for; its index is not used.
  /// - Throws: `MediaError(.unsupportedByContainer)` for a codec that the container has no name for.
  @discardableResult
  package func addStream(_ description: Stream) throws -> Int {
    let codec = description.parameters.codec
    guard avformat_query_codec(context.pointee.oformat, codec.cValue, FF_COMPLIANCE_NORMAL) != 0 else {
      throw MediaError(.unsupportedByContainer, .writing, "\(container.rawValue) cannot carry \(codec)", path: path)
    }
    return try add(description)
  }

  private func add(_ description: Stream) throws -> Int {
    let stream = try newStream()
    try description.describe(stream, in: container)
    var metadata = description.metadata
    if container.isMatroska, let language = description.language, let tag = description.languageTag {
      metadata["language"] = TrackLanguage.libraryValue(language, tag)
      hasRevisedTracks = true
    }
    if container.isMatroska, description.turn != nil { hasRevisedTracks = true }
    try set(metadata, in: &stream.pointee.metadata)
    streams.append(WrittenStream(description.parameters, in: container))
    return Int(stream.pointee.index)
  }

  func newStream() throws -> UnsafeMutablePointer<AVStream> {
    try require(.adding, "a stream is added after the header")
    guard let stream = avformat_new_stream(context, nil) else { throw MediaError.outOfMemory(.writing) }
    return stream
  }

  /// Adds a cover picture and returns its index, for `writePicture`.
  package func addPicture(_ picture: CoverPicture) throws -> Int {
    var stream = Stream(index: 0, parameters: picture.parameters, timeBase: Self.pictureTimeBase)
    stream.disposition = .attachedPicture
    // This is libavformat's way to state the subject of the picture.
    stream.metadata["comment"] = "Cover (front)"
    return try add(stream)
  }

  /// The time base of a picture, which has no time, so that any unit will do.
  private static let pictureTimeBase = TimeBase(ticksPerSecond: 90_000)

  /// Writes the picture of a stream that was added for it, before any packet.
  package func writePicture(_ picture: CoverPicture, streamIndex: Int) throws {
    try picture.bytes.withUnsafeBytes { bytes in
      var packet = Packet(bytes: bytes, owner: self, pts: 0, dts: 0, duration: 0, timeBase: Self.pictureTimeBase)
      packet.isKeyFrame = true
      try write(packet, streamIndex: streamIndex)
    }
  }

  /// Writes bytes before everything that libavformat writes, including the header.
  package func writeFront(_ bytes: [UInt8]) throws {
    try require(.adding, "bytes are put in front after the header")
    avio_write(context.pointee.pb, bytes, Int32(clamping: bytes.count))
    try checkWriting(0, .inputOutput, "cannot write the tag")
  }

  /// Writes everything before the packets.
  ///
  /// - Parameters:
  ///   - metadata: the file's metadata, by libavformat's keys ("title", "artist", "date"); a key may occur several
  ///     times.
  ///   - options: the container's options, by libavformat's names ("write_xing": "0", "rf64": "auto").
  /// - Throws: `MediaError(.unsupportedByContainer)` for streams that it cannot carry together,
  ///   `.unsupportedSettings` for an option that it does not have, `.diskFull`, `.inputOutput`.
  package func writeHeader(metadata: [(name: String, text: String)] = [], options: [String: String] = [:]) throws {
    try require(.adding, "the header is written twice")
    for (name, text) in metadata {
      try check(
        av_dict_set(&context.pointee.metadata, name, text, AV_DICT_MULTIKEY), .outOfMemory, .writing,
        "cannot keep \(name)", path: path)
    }
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    try set(options, in: &dictionary)
    state = .writing
    // A stream's header is final at once; that of a file is written again at the end.
    let isRevised = hasRevisedTracks && sink.isStream
    if isRevised { sink.holdBack() }
    let code = avformat_write_header(context, &dictionary)
    if isRevised { sink.release(MatroskaTracks.revise) }
    headerSize = Int(position)
    releaseAttachments()
    try checkWriting(code, .unsupportedByContainer, "cannot write the header")
    if let unknown = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
      throw MediaError(
        .unsupportedSettings, .writing, "\(container.rawValue) has no option \(String(cString: unknown.pointee.key))",
        path: path)
    }
  }

  /// Writes one packet. Its times are converted to the stream's own time base only here.
  ///
  /// - Throws: `MediaError(.diskFull)`, `.inputOutput`, and `.unsupportedByContainer` for a packet that the container
  ///   refuses.
  package func write(_ packet: Packet, streamIndex: Int) throws {
    try require(.writing, "a packet is written before the header or after the end")
    guard streamIndex >= 0, streamIndex < Int(context.pointee.nb_streams),
      let stream = context.pointee.streams[streamIndex]
    else {
      throw MediaError(.invalidOperation, .writing, "there is no stream \(streamIndex)", path: path)
    }
    if streams[streamIndex].endsUnit(before: packet) {
      try checkWriting(av_write_frame(context, nil), .unsupportedByContainer, "cannot end a unit of packets")
    }
    let packet = streams[streamIndex].delayed(packet)
    let library = try LibraryPacket(packet)
    library.pointer.pointee.stream_index = Int32(streamIndex)
    av_packet_rescale_ts(library.pointer, packet.timeBase.cValue, stream.pointee.time_base)
    streams[streamIndex].separate(library.pointer)
    try checkWriting(av_write_frame(context, library.pointer), .unsupportedByContainer, "cannot write a packet")
  }

  /// Replaces bytes that were written before, such as a placeholder by LAME's tag. Possible until `finish`.
  package func patch(_ bytes: [UInt8], at offset: Int64) throws {
    try require(.writing, "the file is changed before the header or after the end")
    sink.overwrite(bytes, at: offset)
    try checkWriting(0, .inputOutput, "cannot change the file")
  }

  /// Writes everything behind the packets and closes the file. Calling it again does nothing.
  ///
  /// - Throws: `MediaError(.diskFull)`, `.inputOutput`; the file is then incomplete, and `cancel` removes it.
  package func finish() throws {
    if state == .finished { return }
    try require(.writing, "the file ends before its header")
    state = .finished
    let code = av_write_trailer(context)
    if hasRevisedTracks { sink.revise(headerSize, MatroskaTracks.revise) }
    sink.close()
    context.pointee.pb = nil
    try checkWriting(code, .inputOutput, "cannot finish the file")
  }

  /// Gives up: closes the file and removes it.
  package func cancel() {
    state = .finished
    context.pointee.pb = nil
    sink.close()
    if !path.isEmpty { unlink(path) }
  }

  func require(_ state: State, _ message: String) throws {
    guard self.state == state else { throw MediaError(.invalidOperation, .writing, message, path: path) }
  }

  /// Throws the system's own error where there is one, or else the library's.
  private func checkWriting(_ code: Int32, _ kind: MediaError.Kind, _ message: String) throws {
    if let failure = sink.failure { throw MediaError.system(failure, .writing, message, path: path) }
    try check(code, kind, .writing, message, path: path)
  }

  func set(_ entries: [String: String], in dictionary: inout OpaquePointer?) throws {
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      try check(av_dict_set(&dictionary, key, value, 0), .outOfMemory, .writing, "cannot keep \(key)", path: path)
    }
  }
}
