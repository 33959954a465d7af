/// One contiguous piece of memory that block buffers share: allocated when first needed, or somebody else's.
///
/// What keeps it alive, or frees it, goes with its last reference, once.
final class MemoryBlock: @unchecked Sendable {
  let length: Int
  private(set) var base: UnsafeMutableRawPointer?
  private let allocate: () -> UnsafeMutableRawPointer?
  private let release: ((UnsafeMutableRawPointer) -> Void)?
  private let owner: AnyObject?

  /// Memory that `owner` keeps alive.
  init(base: UnsafeMutableRawPointer?, length: Int, owner: AnyObject) {
    self.base = base
    self.length = length
    self.owner = owner
    allocate = { nil }
    release = nil
  }

  /// Memory that is there, or that `allocate` gives when first asked; `release` gets it back at the end.
  init(
    base: UnsafeMutableRawPointer?, length: Int, allocate: @escaping () -> UnsafeMutableRawPointer?,
    release: ((UnsafeMutableRawPointer) -> Void)?
  ) {
    self.base = base
    self.length = length
    self.allocate = allocate
    self.release = release
    owner = nil
  }

  deinit {
    if let base { release?(base) }
  }

  /// Allocates what is not there yet; `false` where that fails.
  func assureMemory() -> Bool {
    if base == nil { base = allocate() }
    return base != nil
  }
}
