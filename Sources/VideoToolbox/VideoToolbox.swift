// The constants of Apple's VideoToolbox, for clients that name them in AVFoundation's settings: there are no sessions here.
// Each is the name of its property, as AVFoundation's keys of the same meaning are (`AVVideoAverageBitRateKey`).

@_exported public import CoreMedia
@_exported public import CoreVideo
