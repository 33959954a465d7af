public import CoreVideo

/// A buffer of a group that nobody changes any more, with the tags that distinguish it from the others.
public struct CMTaggedDynamicBuffer: Sendable {
  /// A picture or samples.
  public enum Content: Sendable {
    case pixelBuffer(CVReadOnlyPixelBuffer)
    case pixelSampleBuffer(CMReadySampleBuffer<CVReadOnlyPixelBuffer>)
    case dataSampleBuffer(CMReadySampleBuffer<CMReadOnlyDataBlockBuffer>)
  }

  public var tags: [CMTag]
  public var content: Content

  public init(tags: [CMTag], content: Content) {
    self.tags = tags
    self.content = content
  }

  public init(tags: [CMTag], content: CVReadOnlyPixelBuffer) { self.init(tags: tags, content: .pixelBuffer(content)) }

  public init(tags: [CMTag], content: CMReadySampleBuffer<CVReadOnlyPixelBuffer>) {
    self.init(tags: tags, content: .pixelSampleBuffer(content))
  }

  public init(tags: [CMTag], content: CMReadySampleBuffer<CMReadOnlyDataBlockBuffer>) {
    self.init(tags: tags, content: .dataSampleBuffer(content))
  }
}
