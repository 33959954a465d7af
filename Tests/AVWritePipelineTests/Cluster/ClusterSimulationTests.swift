import TestSupport
import Testing

@testable import AVWritePipeline

/// A cluster that is only counted: machines that die, are slow and are taken away, and a scheduler that forgets.
@Suite struct ClusterSimulationTests {
  /// The seconds after which the scheduler notices that a machine died, and begins its task again elsewhere.
  private static let noticing = 300.0
  /// The seconds for which a task waits that was taken away for another user's.
  private static let preemption = 120.0
  private static let listing = 30.0
  /// The seconds that a task costs the scheduler.
  private static let overhead = 1.0

  private enum Happening {
    case ends(task: Int, node: Int, run: Int)
    case dies(node: Int)
    case isTakenAway(task: Int, node: Int, run: Int)
    case waits(task: Int)
    case list
  }

  private struct Outcome {
    var makespan = 0.0
    /// The least that a scheduler could take that knew all that happens.
    var bound = 0.0
    var beginnings: [Int] = []
    /// The lines that were read, the tasks that listings were compared with, and the submissions.
    var coordination = 0
    var forgotten = 0
    var lost = 0
    var isComplete = false
  }

  /// A queue of happenings by their time, as a binary heap.
  private struct Agenda {
    private var heap: [(time: Double, order: Int, what: Happening)] = []
    private var order = 0

    mutating func add(_ time: Double, _ what: Happening) {
      order += 1
      heap.append((time, order, what))
      var child = heap.count - 1
      while child > 0, (heap[child].time, heap[child].order) < (heap[(child - 1) / 2].time, heap[(child - 1) / 2].order)
      {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func next() -> (time: Double, what: Happening)? {
      guard let first = heap.first else { return nil }
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      var parent = 0
      while let least = [2 * parent + 1, 2 * parent + 2].filter({ $0 < heap.count }).min(by: {
        (heap[$0].time, heap[$0].order) < (heap[$1].time, heap[$1].order)
      }), (heap[least].time, heap[least].order) < (heap[parent].time, heap[parent].order) {
        heap.swapAt(parent, least)
        parent = least
      }
      return (first.time, first.what)
    }
  }

  /// Runs segments on machines, each a task, until all are done.
  private static func run(nodes: Int, segments: Int, seed: UInt64) -> Outcome {
    var generator = SeededGenerator(seed: seed)
    let works = (0..<segments).map { _ in Double.random(in: 60...180, using: &generator) }
    // One machine in fifty is at two thirds of the others' speed, and one in a hundred dies.
    let speeds = (0..<nodes).map { _ in Int.random(in: 0..<50, using: &generator) == 0 ? 2.0 / 3 : 1.0 }
    let tasks = TaskPacking(works: works, slots: nodes, tasksPerSlot: segments).tasks
    let lengths = tasks.map { $0.reduce(overhead) { $0 + works[$1] } }
    let span = lengths.reduce(0, +) / speeds.reduce(0, +)
    var (ledger, outcome, agenda) = (TaskLedger(count: tasks.count), Outcome(), Agenda())
    outcome.beginnings = Array(repeating: 0, count: tasks.count)
    // What the scheduler knows: tasks that wait, in their order, and those that run.
    var (waiting, running): ([Int], [Int: (node: Int, run: Int, start: Double)]) = ([], [:])
    var head = 0
    var (free, alive) = (Array((0..<nodes).reversed()), Array(repeating: true, count: nodes))
    var (runs, wasted, lastLoss, capacityLost) = (0, 0.0, 0.0, 0.0)
    for node in 0..<nodes where Int.random(in: 0..<100, using: &generator) == 0 {
      agenda.add(Double.random(in: 0...span, using: &generator), .dies(node: node))
    }
    agenda.add(listing, .list)
    func submit(_ now: Double) {
      guard case .submit(let tasks) = ledger.next else { return }
      outcome.coordination += tasks.count
      ledger.didSubmit(tasks)
      for task in tasks {
        // The controller was killed before it saved the last that it took.
        if outcome.forgotten < 5, Int.random(in: 0..<1000, using: &generator) == 0 {
          outcome.forgotten += 1
          lastLoss = max(lastLoss, now + Double(TaskLedger.patience + 1) * listing + lengths[task])
        } else {
          waiting.append(task)
        }
      }
    }
    func begin(_ now: Double) {
      while head < waiting.count, let node = free.popLast() {
        guard alive[node] else { continue }
        let task = waiting[head]
        head += 1
        runs += 1
        running[task] = (node, runs, now)
        ledger.didBegin(task, attempt: outcome.beginnings[task])
        outcome.beginnings[task] += 1
        outcome.coordination += 1
        let length = lengths[task] / speeds[node]
        if Int.random(in: 0..<200, using: &generator) == 0 {
          agenda.add(
            now + Double.random(in: 0..<length, using: &generator), .isTakenAway(task: task, node: node, run: runs))
        }
        agenda.add(now + length, .ends(task: task, node: node, run: runs))
      }
    }
    submit(0)
    begin(0)
    // A job that never ends is incomplete, and no test that waits for ever.
    while ledger.next != .end, let (now, what) = agenda.next(), now < 10 * span {
      switch what {
      case .ends(let task, let node, let run):
        guard running[task]?.run == run, alive[node] else { continue }
        running[task] = nil
        outcome.coordination += 1
        outcome.makespan = now
        ledger.didFinish(task)
        free.append(node)
      case .dies(let node):
        alive[node] = false
        capacityLost += max(0, span - now) * speeds[node]
        guard let task = running.first(where: { $0.value.node == node && $0.value.run > 0 }) else { continue }
        wasted += (now - task.value.start) * speeds[node]
        outcome.lost += 1
        lastLoss = max(lastLoss, now + noticing + lengths[task.key])
        running[task.key]?.run = -1
        agenda.add(now + noticing, .waits(task: task.key))
      case .isTakenAway(let task, let node, let run):
        guard running[task]?.run == run, alive[node] else { continue }
        wasted += (now - (running[task]?.start ?? now)) * speeds[node]
        outcome.lost += 1
        lastLoss = max(lastLoss, now + preemption + lengths[task])
        running[task]?.run = -1
        free.append(node)
        agenda.add(now + preemption, .waits(task: task))
      case .waits(let task):
        running[task] = nil
        // A task that was begun again keeps its place before the others.
        if head > 0 {
          head -= 1
          waiting[head] = task
        } else {
          waiting.append(task)
        }
      case .list:
        outcome.coordination += ledger.submitted.count
        for task in ledger.didList(Set(waiting[head...]).union(running.keys)) {
          ledger.didLose(task, .interrupted("Slurm has forgotten the task"))
        }
        submit(now)
        agenda.add(now + listing, .list)
      }
      begin(now)
    }
    outcome.isComplete = (0..<tasks.count).allSatisfy { ledger.state(of: $0) == .done }
    let capacity = speeds.reduce(0, +)
    outcome.bound = max(
      (lengths.reduce(0, +) + wasted + capacityLost) / capacity, lastLoss, lengths.max() ?? 0)
    return outcome
  }

  @Test(arguments: [1, 2, 3])
  func `a thousand machines do ten thousand segments within a tenth of the least time, whatever happens`(seed: UInt64) {
    let outcome = Self.run(nodes: 1000, segments: 10_000, seed: seed)
    #expect(outcome.isComplete)
    #expect(outcome.lost > 20 && outcome.forgotten > 0)
    #expect(outcome.makespan >= outcome.bound * 0.99, "\(outcome.makespan) of \(outcome.bound)")
    #expect(outcome.makespan <= outcome.bound * 1.1, "\(outcome.makespan) of \(outcome.bound)")
    // No segment is begun without need.
    #expect(outcome.beginnings.reduce(0, +) == 10_000 + outcome.lost)
  }

  @Test func `twice the machines and segments are twice the coordinator's work`() {
    let (half, whole) = (
      Self.run(nodes: 500, segments: 5000, seed: 4), Self.run(nodes: 1000, segments: 10_000, seed: 4)
    )
    #expect(half.isComplete && whole.isComplete)
    let growth = Double(whole.coordination) / Double(half.coordination)
    #expect((1.8...2.2).contains(growth), "\(half.coordination) and \(whole.coordination)")
  }
}
