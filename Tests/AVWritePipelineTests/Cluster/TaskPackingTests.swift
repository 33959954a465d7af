import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct TaskPackingTests {
  @Test func `each job is in one task, in the order of the jobs, and no two tasks differ by more than a job`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let works = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        Double.random(in: 0...9, using: &generator)
      }
      let slots = Int.random(in: 1...20, using: &generator)
      let tasks = TaskPacking(works: works, slots: slots).tasks
      #expect(tasks.joined().sorted() == Array(works.indices))
      #expect(tasks.allSatisfy { !$0.isEmpty && $0 == $0.sorted() })
      #expect(tasks.count == min(works.count, slots * TaskPacking.usualTasksPerSlot))
      let sums = tasks.map { $0.reduce(0) { $0 + works[$1] } }
      #expect(sums == sums.sorted(by: >))
      if let most = sums.first, let least = sums.last { #expect(most - least <= (works.max() ?? 0) + 1e-9) }
    }
  }

  @Test func `jobs whose work is nothing, or not known, are shared out all the same`() {
    let tasks = TaskPacking(works: Array(repeating: 0, count: 32), slots: 2).tasks
    #expect(tasks.map(\.count) == Array(repeating: 2, count: 16))
    #expect(TaskPacking(works: [], slots: 4).tasks.isEmpty)
    #expect(TaskPacking(works: [1, 2, 3], slots: 0).tasks == [[2], [1], [0]])
  }
}
