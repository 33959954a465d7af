// Spellings of older documentation, so that old code gets a fix-it.

@available(*, deprecated, renamed: "AVMediaType.video")
public let AVMediaTypeVideo = AVMediaType.video
@available(*, deprecated, renamed: "AVMediaType.audio")
public let AVMediaTypeAudio = AVMediaType.audio
@available(*, deprecated, renamed: "AVMediaType.text")
public let AVMediaTypeText = AVMediaType.text
@available(*, deprecated, renamed: "AVMediaType.closedCaption")
public let AVMediaTypeClosedCaption = AVMediaType.closedCaption
@available(*, deprecated, renamed: "AVMediaType.subtitle")
public let AVMediaTypeSubtitle = AVMediaType.subtitle
@available(*, deprecated, renamed: "AVMediaType.timecode")
public let AVMediaTypeTimecode = AVMediaType.timecode
@available(*, deprecated, renamed: "AVMediaType.metadata")
public let AVMediaTypeMetadata = AVMediaType.metadata
@available(*, deprecated, renamed: "AVMediaType.muxed")
public let AVMediaTypeMuxed = AVMediaType.muxed
