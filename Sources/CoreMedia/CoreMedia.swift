// A client's `import CoreMedia` brings what it brings on Apple's platforms: `CGSize`, `CVPixelBuffer`, audio's types.

@_exported public import CoreAudioTypes
@_exported public import CoreGraphics
@_exported public import CoreVideo
