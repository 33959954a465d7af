internal import CFFmpeg
import MediaSupport

extension Muxer {
  /// Adds a file that the container stores beside its media. Call it before the header is written, after all media
  /// streams were added.
  ///
  /// - Throws: `MediaError(.unsupportedByContainer)` for a file that is too large, `.outOfMemory`.
  package func addAttachment(_ file: AttachedFile) throws {
    guard let size = Int32(exactly: file.bytes.count), size <= Self.largestAttachment else {
      throw MediaError(.unsupportedByContainer, .writing, "the file \(file.name) is too large to attach", path: path)
    }
    let stream = try newStream()
    let parameters = stream.pointee.codecpar!
    // In libavformat, a file's bytes are the configuration (extradata) of a stream.
    guard let memory = av_mallocz(Int(size + AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw MediaError.outOfMemory(.writing)
    }
    memory.copyMemory(from: file.bytes, byteCount: file.bytes.count)
    parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = size
    var texts = ["filename": file.name, "mimetype": file.mediaType]
    texts["title"] = file.note
    try set(texts, in: &stream.pointee.metadata)
  }

  /// The largest size of a file: a quarter of what an element of libavformat may have, and more than any font has.
  private static let largestAttachment: Int32 = 1 << 28

  /// Frees the attached files' bytes, which were written with the header.
  func releaseAttachments() { context.releaseAttachments() }
}

extension UnsafeMutablePointer<AVFormatContext> {
  /// Frees the bytes of attached files, which are stored as the streams' configurations. They can be large.
  func releaseAttachments() {
    for index in 0..<Int(pointee.nb_streams) {
      guard let parameters = pointee.streams[index]?.pointee.codecpar,
        parameters.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT
      else { continue }
      av_freep(&parameters.pointee.extradata)
      parameters.pointee.extradata_size = 0
    }
  }
}
