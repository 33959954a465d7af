// A client's `import CoreVideo` brings the same names as on Apple's platforms: `CGSize` and `CGRect` among others.

@_exported public import CoreGraphics
