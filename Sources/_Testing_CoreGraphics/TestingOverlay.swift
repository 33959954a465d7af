// Swift Testing declares an overlay of this name for every file that imports it together with a module named
// CoreGraphics, also by way of a module that re-exports it, and does not ship it on Linux: without this module no test
// that imports AVFoundation compiles. It is empty: images are not attached to tests here.
