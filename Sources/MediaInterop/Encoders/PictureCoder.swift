internal import CFFmpeg
import MediaSupport

/// An open encoder of pictures, of whichever library. One thread at a time.
protocol PictureCoder: AnyObject {
  /// The picture that `encode` gives.
  var frame: UnsafeMutablePointer<AVFrame> { get }

  /// Returns the stream's parameters for a container.
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
