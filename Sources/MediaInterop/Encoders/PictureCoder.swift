internal import CFFmpeg
import MediaSupport

/// An open encoder of pictures from any library. One thread at a time.
protocol PictureCoder: AnyObject {
  /// The picture that `encode` encodes.
  var frame: UnsafeMutablePointer<AVFrame> { get }

  /// Returns the stream's parameters for a container.
  ///
  /// - Throws: `MediaError(.outOfMemory)`.
  func parameters() throws(MediaError) -> CodecParameters

  /// Encodes the current content of the frame, and emits every packet that is ready.
  ///
  /// - Throws: `MediaError(.encodingFailed)`; also rethrows errors of `emit`.
  func encode(emit: (LibraryPacket) throws -> Void) throws

  /// Ends the stream, and emits every packet that is still held. Call it once.
  ///
  /// - Throws: as `encode`.
  func finish(emit: (LibraryPacket) throws -> Void) throws
}
