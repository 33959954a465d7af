// A client's `import AVFAudio` brings the same modules as on Apple's platforms.

@_exported public import CoreAudioTypes
@_exported public import CoreMedia
@_exported public import Foundation
@_exported public import FoundationSupplement
