// Declarations of Apple's Foundation, CoreFoundation and Objective-C modules that clients of the media frameworks use,
// and that Foundation lacks on Linux. All of them are in this module. CoreGraphics re-exports it as it does Foundation,
// so that no client has to import it. AVFoundation's article ClientSource lists them.
