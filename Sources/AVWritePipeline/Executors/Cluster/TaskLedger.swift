/// The states of a job's tasks on a cluster, and the decision what to do next: a pure value.
///
/// A scheduler runs a task at least once: a task whose machine fails is started again, and one that lost its connection
/// to the scheduler may still run. So the start of a task says nothing about its end; only the last line that it writes
/// does. A task that the scheduler does not list any more, and that has not written its last line, is lost and is
/// submitted again.
struct TaskLedger {
  enum State: Equatable {
    /// The task is to be submitted.
    case waiting
    /// The scheduler has the task, as far as is known.
    case submitted
    case done
    /// The task cannot be done, for this reason.
    case failed(String)

    var isOver: Bool {
      switch self {
      case .waiting, .submitted: false
      case .done, .failed: true
      }
    }
  }

  enum Action: Equatable {
    case submit([Int])
    case follow
    /// Every task is done or has failed.
    case end
  }

  /// The end of a task that is lost, as the scheduler tells it.
  enum Ending: Equatable {
    /// Its machine died, or the scheduler took it away or has forgotten it: another try may do.
    case interrupted(String)
    /// It would end the same way again.
    case final(String)
  }

  private struct Task {
    var state = State.waiting
    var submissions = 0
    /// The number of listings in a row that do not have the task.
    var absences = 0
    /// The number of the last attempt that was seen, from 0, or nil before the first.
    var attempt: Int?
  }

  private var tasks: [Task]
  private var unfinished: Int
  /// The tasks that are to be submitted, and those that the scheduler has.
  private var waiting: Set<Int>
  private(set) var submitted: Set<Int> = []

  /// The number of times that a task is submitted. The scheduler itself begins a task again as often as it has to; a
  /// task that was lost so often ends its machines.
  static let mostSubmissions = 3
  /// The number of listings in a row that do not have a task before it counts as lost: a shared folder may show the
  /// task's last line later than the scheduler shows its end.
  static let patience = 3

  init(count: Int) {
    tasks = Array(repeating: Task(), count: count)
    unfinished = count
    waiting = Set(0..<count)
  }

  func state(of task: Int) -> State { tasks[task].state }

  var next: Action {
    if unfinished == 0 { return .end }
    return waiting.isEmpty ? .follow : .submit(waiting.sorted())
  }

  mutating func didSubmit(_ submitted: [Int]) {
    for task in submitted where tasks[task].state == .waiting {
      tasks[task].state = .submitted
      tasks[task].submissions += 1
      tasks[task].absences = 0
      waiting.remove(task)
      self.submitted.insert(task)
    }
  }

  /// Notes that a machine began a task.
  mutating func didBegin(_ task: Int, attempt: Int) { tasks[task].attempt = max(attempt, tasks[task].attempt ?? 0) }

  /// Returns whether no later attempt of a task was seen. What failed in an earlier attempt may succeed in a later one.
  func isLatest(_ attempt: Int, of task: Int) -> Bool { attempt >= tasks[task].attempt ?? 0 }

  /// Notes that a task has written its last line. A task that was given up counts after all.
  mutating func didFinish(_ task: Int) {
    guard tasks[task].state != .done else { return }
    if !tasks[task].state.isOver { unfinished -= 1 }
    tasks[task].state = .done
    waiting.remove(task)
    submitted.remove(task)
  }

  /// Notes the tasks that the scheduler has.
  ///
  /// - Returns: The tasks that are lost, in their order. Each is over or is submitted again after `didLose`.
  mutating func didList(_ alive: Set<Int>) -> [Int] {
    var lost: [Int] = []
    for task in submitted {
      tasks[task].absences = alive.contains(task) ? 0 : tasks[task].absences + 1
      if tasks[task].absences >= Self.patience { lost.append(task) }
    }
    return lost.sorted()
  }

  mutating func didLose(_ task: Int, _ ending: Ending) {
    guard tasks[task].state == .submitted else { return }
    submitted.remove(task)
    switch ending {
    case .interrupted where tasks[task].submissions < Self.mostSubmissions:
      tasks[task].state = .waiting
      waiting.insert(task)
    case .interrupted(let reason), .final(let reason):
      tasks[task].state = .failed(reason)
      unfinished -= 1
    }
  }
}
