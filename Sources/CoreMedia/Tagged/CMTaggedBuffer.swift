public import CoreVideo

/// A buffer of a group, with the tags that distinguish it from the others.
public struct CMTaggedBuffer: Sendable {
  /// A picture or samples.
  public enum Buffer: Sendable {
    case pixelBuffer(CVPixelBuffer)
    case sampleBuffer(CMSampleBuffer)
  }

  public let tags: [CMTag]
  public let buffer: Buffer

  public init(tags: [CMTag], buffer: Buffer) {
    self.tags = tags
    self.buffer = buffer
  }

  public init(tags: [CMTag], pixelBuffer: CVPixelBuffer) { self.init(tags: tags, buffer: .pixelBuffer(pixelBuffer)) }
  public init(tags: [CMTag], sampleBuffer: CMSampleBuffer) {
    self.init(tags: tags, buffer: .sampleBuffer(sampleBuffer))
  }
}
