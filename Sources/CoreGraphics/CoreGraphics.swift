// CGFloat, CGPoint, CGSize and CGRect are Foundation's on Linux; clients of this module expect them.
@_exported public import Foundation
