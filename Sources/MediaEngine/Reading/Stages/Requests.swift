import MediaInterop
package import MediaSupport

/// What decoded pictures are wanted as; `nil` leaves it to the decoder, which copies nothing.
package struct PictureRequest: Sendable, Equatable {
  /// A Core Video pixel format.
  package var pixelFormat: UInt32?
  package var width: Int?
  package var height: Int?
  /// Pictures are the client's to change: never the decoder's own, which later pictures refer to.
  package var ownsMemory = false
  /// Interlaced pictures are made whole: one each, at its time.
  package var deinterlaces = false
  /// How pictures are turned before anything else is made of them; `nil` where they stay as they are.
  package var turn: PictureTurn?
  /// Pictures of high dynamic range become BT.709, in the pixel format that they have, before they are converted.
  package var mapsTones = false

  /// Somebody waits for the pictures. They are decoded on as many threads as the machine runs at once, and what is shown
  /// before those that are wanted, and no other is predicted from, is not decoded: nobody learns of damage there.
  package var isUrgent = false

  package init() {}

  /// What is done to each picture after it was decoded, in order.
  var filterSteps: [PictureFilter.Step] {
    (deinterlaces ? [.deinterlacing] : []) + (turn.map { [.turning($0)] } ?? [])
  }

  /// The decoder's own pictures, for somebody who waits for them.
  package static let urgent: PictureRequest = {
    var request = PictureRequest()
    request.isUrgent = true
    return request
  }()

  /// Whether pictures can be converted to a pixel format.
  package static func canMake(_ pixelFormat: UInt32) -> Bool {
    PixelFormat(fourCC: pixelFormat).map { !$0.isHardware && !$0.isPaletted } ?? false
  }
}

/// What decoded audio is wanted as; `nil` leaves it to the decoder, which copies nothing.
package struct AudioRequest: Sendable, Equatable {
  package enum SampleType: Sendable { case unsigned8, signed16, signed32, float32, float64 }

  package var sampleRate: Int?
  package var channelCount: Int?
  /// Speakers in WAVEFORMATEXTENSIBLE's bit order.
  package var channelMask: UInt64?
  package var sampleType: SampleType?
  package var isNonInterleaved = false

  package init() {}

  /// Whether the decoder's own format is wanted.
  package var isNative: Bool { self == AudioRequest() }
}
