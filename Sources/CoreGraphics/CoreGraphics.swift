// CGFloat, CGPoint, CGSize and CGRect are Foundation's on Linux. Clients of this module expect them, and the names of
// CoreFoundation, which Apple's module exports too.
@_exported public import Foundation
@_exported public import FoundationSupplement
