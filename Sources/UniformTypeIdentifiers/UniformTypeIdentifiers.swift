// Apple's module for clients that import it beside AVFoundation, where the types live.

@_exported public import struct AVFoundation.UTTagClass
@_exported public import struct AVFoundation.UTType
