/// A way to allocate memory, for functions of CoreFoundation that take one.
///
/// Memory always comes from the one heap here, so an allocator only says who frees a block that the client passes: see
/// `kCFAllocatorMalloc` and `kCFAllocatorNull`. Apple's custom allocators do not exist.
public final class CFAllocator: Sendable {
  private init() {}

  static let systemDefault = CFAllocator()
  static let malloc = CFAllocator()
  static let null = CFAllocator()
}

/// The current default allocator, which is `nil` as on Apple's systems.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// The allocator that the system starts with.
public var kCFAllocatorSystemDefault: CFAllocator! { .systemDefault }

/// Allocates with `malloc` and frees with `free`.
public var kCFAllocatorMalloc: CFAllocator! { .malloc }

/// Neither allocates nor frees: the client keeps the memory that it hands over.
public var kCFAllocatorNull: CFAllocator! { .null }
