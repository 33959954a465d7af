import Testing

@testable import MediaEngine

@Suite struct CrewSizeTests {
  private static func workers(_ processors: Int, threads: Int, memory: Int = .max) -> Int {
    CrewSize(processorCount: processors, memoryLimit: memory, threadCount: threads, byteCount: 500).workerCount
  }

  @Test func `as many encoders work as keep the processors busy`() {
    #expect([1, 2, 4, 8, 16].map { Self.workers($0, threads: 6) } == [1, 1, 1, 2, 4])
    #expect([1, 2, 4, 8, 16].map { Self.workers($0, threads: 3) } == [1, 1, 2, 4, 8])
  }

  @Test func `no more work than fit the memory, and one in any case`() {
    #expect([0, 499, 500, 999, 1000, 1500].map { Self.workers(16, threads: 6, memory: $0) } == [1, 1, 1, 1, 2, 3])
  }
}
