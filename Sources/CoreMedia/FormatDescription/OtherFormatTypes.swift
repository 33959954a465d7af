public import CoreGraphics

// Formats of the other kinds of media.

/// A container of several streams as one.
public typealias CMMuxedStreamType = FourCharCode
public let kCMMuxedStreamType_MPEG1System: CMMuxedStreamType = 0x6d703173  // 'mp1s'
public let kCMMuxedStreamType_MPEG2Transport: CMMuxedStreamType = 0x6d703274  // 'mp2t'
public let kCMMuxedStreamType_MPEG2Program: CMMuxedStreamType = 0x6d703270  // 'mp2p'
public let kCMMuxedStreamType_DV: CMMuxedStreamType = 0x64762020  // 'dv  '
public let kCMMuxedStreamType_EmbeddedDeviceScreenRecording: CMMuxedStreamType = 0x69737220  // 'isr '

/// A closed caption format.
public typealias CMClosedCaptionFormatType = FourCharCode
public let kCMClosedCaptionFormatType_CEA608: CMClosedCaptionFormatType = 0x63363038  // 'c608'
public let kCMClosedCaptionFormatType_CEA708: CMClosedCaptionFormatType = 0x63373038  // 'c708'
public let kCMClosedCaptionFormatType_ATSC: CMClosedCaptionFormatType = 0x61746363  // 'atcc'

/// A text format.
public typealias CMTextFormatType = FourCharCode
public let kCMTextFormatType_QTText: CMTextFormatType = 0x74657874  // 'text'
public let kCMTextFormatType_3GText: CMTextFormatType = 0x74783367  // 'tx3g'

/// A subtitle format.
public typealias CMSubtitleFormatType = FourCharCode
public let kCMSubtitleFormatType_3GText: CMSubtitleFormatType = 0x74783367  // 'tx3g'
public let kCMSubtitleFormatType_WebVTT: CMSubtitleFormatType = 0x77767474  // 'wvtt'

/// A format of timed metadata.
public typealias CMMetadataFormatType = FourCharCode
public let kCMMetadataFormatType_ICY: CMMetadataFormatType = 0x69637920  // 'icy '
public let kCMMetadataFormatType_ID3: CMMetadataFormatType = 0x69643320  // 'id3 '
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6d656278  // 'mebx'
public let kCMMetadataFormatType_EMSG: CMMetadataFormatType = 0x656d7367  // 'emsg'

/// A time code or counter format.
public typealias CMTimeCodeFormatType = FourCharCode
public let kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType = 0x746d6364  // 'tmcd'
public let kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType = 0x74633634  // 'tc64'
public let kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType = 0x636e3332  // 'cn32'
public let kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType = 0x636e3634  // 'cn64'

// Bits of a time code format's flags.
public let kCMTimeCodeFlag_DropFrame: UInt32 = 1 << 0
public let kCMTimeCodeFlag_24HourMax: UInt32 = 1 << 1
public let kCMTimeCodeFlag_NegTimesOK: UInt32 = 1 << 2
