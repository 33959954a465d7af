public import Foundation
public import OpenCombine

// The coders that `decode(type:decoder:)` and `encode(encoder:)` of a publisher take.

extension JSONDecoder: @retroactive TopLevelDecoder {}
extension JSONEncoder: @retroactive TopLevelEncoder {}
extension PropertyListDecoder: @retroactive TopLevelDecoder {}
extension PropertyListEncoder: @retroactive TopLevelEncoder {}
