// A client's `import CoreMedia` brings the same names as on Apple's platforms: `CGSize`, `CVPixelBuffer`, audio types.

@_exported public import CoreAudioTypes
@_exported public import CoreGraphics
@_exported public import CoreVideo
