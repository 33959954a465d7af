// Apple's Combine on Linux: OpenCombine's core, the publishers of several publishers that it lacks, and what Foundation
// adds.
//
// OpenCombine's own modules for Dispatch and Foundation are not used. They ask `canImport(Combine)`, which is true once
// this module is built, and lose their conformances when they are compiled again; and the latter links libcurl.

@_exported public import OpenCombine
