package import CoreVideo
import MediaInterop
package import MediaSupport

/// The form that decoded pictures are wanted in; `nil` leaves it to the decoder, which copies nothing.
package struct PictureRequest: Sendable, Equatable {
  /// A Core Video pixel format.
  package var pixelFormat: UInt32?
  package var width: Int?
  package var height: Int?
  /// A Boolean value that says whether pictures are the client's to change: never the decoder's own, which later
  /// pictures refer to.
  package var ownsMemory = false
  /// A Boolean value that says whether interlaced pictures are made whole: one each, at its time.
  package var deinterlaces = false
  /// The turn that pictures are given before anything else; `nil` where they stay as they are.
  package var turn: PictureTurn?
  /// A Boolean value that says whether pictures of high dynamic range become BT.709, in the pixel format that they
  /// have, before they are converted.
  package var mapsTones = false
  /// The colours that pictures are converted to; `nil` where they keep their own. Pictures of high dynamic range that
  /// become others without one are tone-mapped first.
  package var color: VideoSettings.Color?
  /// The attributes of the memory that pixel buffers have.
  package var memory = PixelBufferAttributes()

  /// A Boolean value that says whether somebody waits for the pictures. They are decoded on all processors of the
  /// machine. Pictures that are shown before the wanted ones, and that no other is predicted from, are not
  /// decoded: nobody learns of damage there.
  package var isUrgent = false

  /// A Boolean value that says whether one picture is wanted of each place that is gone to: that of the random-access
  /// point there. It is decoded by itself, and the range ends with it.
  package var isSingle = false

  /// A Boolean value that says whether the durations of pictures have to be those for which they are shown, also where
  /// somebody waits for them. If the container does not state them, each picture waits for the next one.
  package var needsEnds = false

  /// A Boolean value that says whether durations may be learned from the next picture.
  var readsEnds: Bool { needsEnds || !isUrgent }

  /// The number of readers that decode such pictures at once, among which the processors are shared.
  package var readerCount = 1

  package init() {}

  /// The steps that each picture takes after it was decoded, in order.
  var filterSteps: [PictureFilter.Step] {
    (deinterlaces ? [.deinterlacing] : []) + (turn.map { [.turning($0)] } ?? [])
  }

  /// A request for the decoder's own pictures, for somebody who waits for them.
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

/// The form that decoded audio is wanted in; `nil` leaves it to the decoder, which copies nothing.
package struct AudioRequest: Sendable, Equatable {
  package enum SampleType: Sendable { case unsigned8, signed16, signed32, float32, float64 }

  package var sampleRate: Int?
  package var channelCount: Int?
  /// The speakers, in WAVEFORMATEXTENSIBLE's bit order.
  package var channelMask: UInt64?
  package var sampleType: SampleType?
  /// A Boolean value that says whether each channel has a plane. With `nil` that is the decoder's choice where nothing
  /// else is asked for; otherwise the channels are interleaved.
  package var isNonInterleaved: Bool?
  /// The bytes of the samples that are given.
  package var packing = PCMPacking()
  /// The way in which a composition changes the speed of sound. It has no effect on other sound.
  package var timeStretch = TimeStretchAlgorithm.spectral

  package init() {}

  /// A Boolean value that says whether the decoder's own format is wanted.
  package var isNative: Bool {
    var native = AudioRequest()
    native.timeStretch = timeStretch
    return self == native
  }
}
