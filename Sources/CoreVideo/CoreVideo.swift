// A client's `import CoreVideo` brings what it brings on Apple's platforms: `CGSize` and `CGRect` among others.

@_exported public import CoreGraphics
