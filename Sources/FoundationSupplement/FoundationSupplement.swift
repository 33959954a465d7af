// Declarations that Apple's Foundation, CoreFoundation and Objective-C modules have, that clients of the media
// frameworks write, and that Foundation lacks on Linux. This module is the one place for them. CoreGraphics re-exports
// it as it does Foundation, so that no client has to import it. AVFoundation's article ClientSource lists them.
