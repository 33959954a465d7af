// A client's `import AVFoundation` brings the same modules as on Apple's platforms.

@_exported public import AVFAudio
@_exported import CoreAudioTypes
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
