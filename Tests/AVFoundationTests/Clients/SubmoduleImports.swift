// A file of a client that imports parts of the frameworks by the names of Apple's headers. Each brings its framework.
import AVFoundation.AVAsset
import CoreMedia.CMTime
import CoreVideo.CVPixelBuffer

/// How long a file plays, in seconds.
func playingTime(of url: URL) -> Double { CMTimeGetSeconds(AVURLAsset(url: url).duration) }

/// How many bytes a picture takes, of all planes.
func size(of pixelBuffer: CVPixelBuffer) -> Int {
  (0..<CVPixelBufferGetPlaneCount(pixelBuffer)).reduce(0) {
    $0 + CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, $1) * CVPixelBufferGetHeightOfPlane(pixelBuffer, $1)
  }
}
