// What Apple's Foundation, CoreFoundation and Objective-C modules have, clients of the media frameworks write, and
// Foundation lacks on Linux: this module is the one place for it. CoreGraphics re-exports it as it does Foundation, so
// that no client has to import it. AVFoundation's article ClientSource lists it.
