/// One contiguous piece of memory that block buffers share: allocated when first needed, or somebody else's.
///
/// With its last reference the block releases the memory's owner or frees the memory, once.
final class MemoryBlock: @unchecked Sendable {
  let length: Int
  private(set) var base: UnsafeMutableRawPointer?
  private let allocate: () -> UnsafeMutableRawPointer?
  private let release: ((UnsafeMutableRawPointer) -> Void)?
  private let owner: AnyObject?

  /// Creates a block of memory that `owner` keeps alive.
  init(base: UnsafeMutableRawPointer?, length: Int, owner: AnyObject) {
    self.base = base
    self.length = length
    self.owner = owner
    allocate = { nil }
    release = nil
  }

  /// Creates a block of existing memory, or of memory that `allocate` returns when it is first needed. `release` gets
  /// the memory back at the end.
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

  /// Allocates the memory that is not there yet; returns `false` where that fails.
  func assureMemory() -> Bool {
    if base == nil { base = allocate() }
    return base != nil
  }
}
