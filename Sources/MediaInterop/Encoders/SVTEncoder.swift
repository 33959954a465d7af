internal import CFFmpeg
internal import CSVTAV1
internal import Glibc
import MediaSupport

/// An open encoder of SVT-AV1. It owns the encoder and its input frame.
///
/// It is called directly, not through libavcodec, because two of the library's encoders in one process disturb each
/// other: each works in its own copy of the library. One thread at a time.
final class SVTEncoder: PictureCoder {
  let frame: UnsafeMutablePointer<AVFrame>
  private let encoder: OpaquePointer
  private let settings: VideoEncoder.Settings
  private var isUnused = true

  /// The number of bytes that are reserved for a sequence header, which needs about twenty.
  private static let headerRoom = 1024

  /// Opens an encoder.
  ///
  /// - Parameter parameters: the library's settings, by name.
  /// - Throws: `MediaError(.encoderNotFound)` if the library is not installed, `.unsupportedSettings` naming a setting
  ///   that it does not accept, `.outOfMemory`.
  init(_ settings: VideoEncoder.Settings, parameters: [String: String]) throws(MediaError) {
    guard let frame = av_frame_alloc() else { throw .outOfMemory(.encoding) }
    self.frame = frame
    self.settings = settings
    do throws(MediaError) {
      encoder = try Self.open(parameters)
    } catch {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
      throw error
    }
    LiveObjects.increment()
  }

  deinit {
    // Without any picture, closing would wait for ever. The encoder's output for this one is discarded.
    if isUnused { giveBlankPicture() }
    csvt_close(encoder)
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
    LiveObjects.decrement()
  }

  private static func open(_ parameters: [String: String]) throws(MediaError) -> OpaquePointer {
    let texts = parameters.sorted { $0.key < $1.key }.map { (strdup($0.key), strdup($0.value)) }
    defer { for (name, value) in texts { free(name); free(value) } }
    let list = texts.map { CSVTParameter(name: $0.0, value: $0.1) }
    var encoder: OpaquePointer?
    var refused: UnsafePointer<CSVTParameter>?
    let (code, reason) = list.withUnsafeBufferPointer { list in
      let code = csvt_open(&encoder, list.baseAddress, list.count, &refused)
      return (code, refused.map { "\(String(cString: $0.pointee.name))=\(String(cString: $0.pointee.value))" })
    }
    if let encoder { return encoder }
    if Int(code) == CSVT_MISSING {
      try LoadedLibrary.svtAV1.require(.encoding)
      throw MediaError(.encoderNotFound, .encoding, "no further copy of \(LoadedLibrary.svtAV1.file) can be loaded")
    }
    throw MediaError(.unsupportedSettings, .encoding, "SVT-AV1 does not take \(reason ?? "these settings")", code: code)
  }

  func parameters() throws(MediaError) -> CodecParameters {
    var owned = avcodec_alloc_context3(nil)
    guard let context = owned else { throw .outOfMemory(.encoding) }
    defer { avcodec_free_context(&owned) }
    context.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    context.pointee.codec_id = AV_CODEC_ID_AV1
    settings.apply(to: context)
    var parameters = try CodecParameters(context: context)
    parameters.extradata = try sequenceHeader()
    return parameters
  }

  private func sequenceHeader() throws(MediaError) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: Self.headerRoom)
    var count = header.count
    try require(csvt_sequence_header(encoder, &header, &count), "cannot make the sequence header")
    return Array(header.prefix(count))
  }

  func encode(emit: (LibraryPacket) throws -> Void) throws {
    try send(frame.pointee)
    try receive(emit)
  }

  func finish(emit: (LibraryPacket) throws -> Void) throws {
    try require(csvt_send_end(encoder), "cannot end the stream")
    try receive(emit)
  }

  private func send(_ picture: AVFrame) throws(MediaError) {
    let bytes = settings.format == .yuv420p ? 1 : 2
    let planes = [picture.data.0, picture.data.1, picture.data.2]
    let strides = [picture.linesize.0, picture.linesize.1, picture.linesize.2].map { UInt32($0) / UInt32(bytes) }
    isUnused = false
    try require(
      csvt_send(encoder, planes, strides, picture.pts, picture.pict_type == AV_PICTURE_TYPE_I),
      "cannot encode a picture")
  }

  private func giveBlankPicture() {
    let blank = try? PictureStorage.picture(format: settings.format, width: settings.width, height: settings.height)
    guard let blank else { return }
    for (index, plane) in blank.planes.enumerated() {
      cff_frame_set_plane(frame, Int32(index), plane.base, Int32(plane.stride))
    }
    try? send(frame.pointee)
  }

  private func receive(_ emit: (LibraryPacket) throws -> Void) throws {
    while true {
      var encoded = CSVTPacket()
      let code = csvt_receive(encoder, &encoded)
      if [CSVT_AGAIN, CSVT_END].contains(Int(code)) { return }
      try require(code, "cannot encode a picture")
      defer { csvt_release(encoder, &encoded) }
      if encoded.size > 0 { try emit(LibraryPacket(packet(encoded))) }
    }
  }

  private func packet(_ encoded: CSVTPacket) -> Packet {
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(start: encoded.bytes, count: encoded.size), owner: self,
      pts: encoded.pts, dts: encoded.pts, duration: 0, timeBase: settings.timeBase)
    packet.isKeyFrame = encoded.is_key
    packet.isDroppable = encoded.is_droppable
    return packet
  }

  private func require(_ code: Int32, _ message: String) throws(MediaError) {
    if code != 0 { throw MediaError(.encodingFailed, .encoding, "\(message): SVT-AV1's error \(code)", code: code) }
  }
}
