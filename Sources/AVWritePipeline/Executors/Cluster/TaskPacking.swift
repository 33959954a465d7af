/// A packing of jobs into the tasks of a cluster: a pure value.
///
/// Each task costs the scheduler seconds, and a task that is too large keeps one machine busy when the others are idle.
/// So there are several tasks of about the same work for each machine, and the largest begin first, so that the last
/// ones to end are small.
struct TaskPacking {
  /// The places of each task's jobs, in the order of the jobs. Tasks are in the order of their work, the largest first.
  let tasks: [[Int]]

  /// The number of tasks for each slot, which is a machine or a part of one that runs one task at a time. The slots end
  /// within the time of one task of each other, which is at most an eighth of the whole time.
  static let usualTasksPerSlot = 8

  /// - Parameters:
  ///   - works: the work of each job, in any unit; none is negative.
  ///   - slots: the number of tasks that run at once.
  ///   - tasksPerSlot: the number of tasks for each of these, where there are so many jobs.
  init(works: [Double], slots: Int, tasksPerSlot: Int = usualTasksPerSlot) {
    let count = min(works.count, max(1, slots) * tasksPerSlot)
    guard count > 0 else {
      tasks = []
      return
    }
    // The largest job goes to the task with the least work so far. The work of two tasks then differs by one job at
    // most.
    var heap = Heap(count: count)
    for place in works.indices.sorted(by: { (works[$0], $1) > (works[$1], $0) }) { heap.give(place, works[place]) }
    tasks = heap.tasks.sorted { ($0.work, $1.number) > ($1.work, $0.number) }.map { $0.places.sorted() }
  }

  private struct Task {
    var number: Int
    var work = 0.0
    var places: [Int] = []

    /// Returns whether the task gets a job before another: the one with less work, and of equals the first.
    func comes(before other: Task) -> Bool {
      (work, places.count, number) < (other.work, other.places.count, other.number)
    }
  }

  /// The tasks as a binary heap, the one that gets the next job at its top.
  private struct Heap {
    private(set) var tasks: [Task]

    init(count: Int) { tasks = (0..<count).map { Task(number: $0) } }

    mutating func give(_ place: Int, _ work: Double) {
      tasks[0].places.append(place)
      tasks[0].work += work
      var parent = 0
      while true {
        let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < tasks.count }
        guard let child = children.min(by: { tasks[$0].comes(before: tasks[$1]) }),
          tasks[child].comes(before: tasks[parent])
        else { return }
        tasks.swapAt(parent, child)
        parent = child
      }
    }
  }
}
