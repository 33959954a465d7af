internal import CFFmpeg
import MediaSupport

/// An open encoder of pictures, whichever library it is of. One thread at a time.
protocol PictureCoder: AnyObject {
  /// The picture that `encode` gives.
  var frame: UnsafeMutablePointer<AVFrame> { get }

  /// What a container must know of the stream.
  ///
  /// - Throws: `MediaError(.outOfMemory)`.
  func parameters() throws(MediaError) -> CodecParameters

  /// Gives the frame as it is now, and emits every packet that is ready.
  ///
  /// - Throws: `MediaError(.encodingFailed)`, whatever `emit` throws.
  func encode(emit: (LibraryPacket) throws -> Void) throws

  /// Ends the stream, and emits every packet that is still held. Once.
  ///
  /// - Throws: as `encode`.
  func finish(emit: (LibraryPacket) throws -> Void) throws
}
