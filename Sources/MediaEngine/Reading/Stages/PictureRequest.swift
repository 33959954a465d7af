package import CoreVideo
import MediaInterop
package import MediaSupport

/// The wanted form of decoded pictures. A property that is `nil` leaves the choice to the decoder, which then copies
/// nothing.
package struct PictureRequest: Sendable, Equatable {
  /// A Core Video pixel format.
  package var pixelFormat: UInt32?
  package var width: Int?
  package var height: Int?
  /// A Boolean value that says whether the client may change the pictures. They are then never in the decoder's own
  /// memory, which later pictures refer to.
  package var ownsMemory = false
  /// A Boolean value that says whether interlaced pictures are deinterlaced: each becomes one picture, at its time.
  package var deinterlaces = false
  /// The turn that is applied to pictures before everything else; `nil` if they stay as they are.
  package var turn: PictureTurn?
  /// A Boolean value that says whether pictures of high dynamic range are tone-mapped to BT.709, in their own pixel
  /// format, before they are converted.
  package var mapsTones = false
  /// The colours that pictures are converted to; `nil` if they keep their own. If that removes high dynamic range,
  /// pictures are tone-mapped first.
  package var color: VideoSettings.Color?
  /// The attributes of the pixel buffers' memory.
  package var memory = PixelBufferAttributes()

  /// A Boolean value that says whether a caller waits for the pictures. They are then decoded on all processors of the
  /// machine. Pictures before the wanted ones are not decoded if no other picture is predicted from them, so damage in
  /// them is not reported.
  package var isUrgent = false

  /// A Boolean value that says whether only one picture is wanted after each seek: that of the random-access point
  /// there. It is decoded alone, and the range ends with it.
  package var isSingle = false

  /// A Boolean value that says whether pictures must have the durations for which they are shown, even if a caller
  /// waits for them. If the container does not state the durations, each picture waits for the next one.
  package var needsEnds = false

  /// A Boolean value that says whether durations may be determined from the next picture.
  var readsEnds: Bool { needsEnds || !isUrgent }

  /// The number of readers that decode such pictures at once and share the processors.
  package var readerCount = 1

  package init() {}

  /// The filter steps for each decoded picture, in order.
  var filterSteps: [PictureFilter.Step] {
    (deinterlaces ? [.deinterlacing] : []) + (turn.map { [.turning($0)] } ?? [])
  }

  /// A request for the decoder's own pictures, for a caller who waits for them.
  package static let urgent: PictureRequest = {
    var request = PictureRequest()
    request.isUrgent = true
    return request
  }()

  /// A request for the decoder's own pictures of random-access points.
  package static let single: PictureRequest = {
    var request = PictureRequest.urgent
    request.isSingle = true
    return request
  }()

  /// Returns whether pictures can be converted to a pixel format.
  package static func canMake(_ pixelFormat: UInt32) -> Bool {
    PixelFormat(fourCC: pixelFormat).map { !$0.isHardware && !$0.isPaletted } ?? false
  }
}
