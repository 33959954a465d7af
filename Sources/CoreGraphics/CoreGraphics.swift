// CGFloat, CGPoint, CGSize and CGRect are Foundation's on Linux; clients of this module expect them, and the names of
// CoreFoundation, which Apple's module brings too.
@_exported public import Foundation
@_exported public import FoundationSupplement
