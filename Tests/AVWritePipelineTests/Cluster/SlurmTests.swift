import Testing

@testable import AVWritePipeline

/// The words of Slurm's commands, as its releases of 2022 print them.
@Suite struct SlurmTests {
  @Test(arguments: [([0], "0"), ([0, 1, 2], "0-2"), ([0, 2, 3, 4, 9], "0,2-4,9"), ([], "")])
  func `numbers have their short form`(numbers: [Int], text: String) { #expect(Slurm.ranges(numbers) == text) }

  @Test func `the largest array and the processors are read, and are never none`() {
    #expect(Slurm.largestArray("MaxArraySize            = 10001\nMaxJobCount = 10\n") == 10001)
    #expect(Slurm.largestArray("nothing") == 1001)
    #expect(Slurm.largestArray("MaxArraySize = 0") == 1)
    #expect(Slurm.processors("1/5/2/8\n") == 6)
    #expect(Slurm.processors("0/4/0/4\n 12/0/0/12 \n") == 16)
    #expect(Slurm.processors("") == 1)
    #expect(Slurm.processors("0/0/9/9") == 1)
  }

  @Test func `a task that its machine lost may be tried again, one that would end so again not`() {
    func ending(_ state: String, _ exit: String) -> TaskLedger.Ending? {
      Slurm.ending("JobId=7 ArrayJobId=5 ArrayTaskId=2 JobState=\(state) ExitCode=\(exit) NodeList=n2 BatchHost=n2")
    }
    #expect(ending("NODE_FAIL", "0:0") == .interrupted("Slurm's state of the task is NODE_FAIL on n2"))
    #expect(ending("PREEMPTED", "0:15") == .interrupted("Slurm's state of the task is PREEMPTED on n2"))
    #expect(ending("FAILED", "0:9") == .interrupted("Slurm's state of the task is FAILED on n2"))
    #expect(ending("FAILED", "74:0") == .final("the task ended with exit code 74 on n2"))
    #expect(ending("TIMEOUT", "0:15") == .final("Slurm's state of the task is TIMEOUT on n2"))
    #expect(Slurm.ending("slurm_load_jobs error: Invalid job id specified") == nil)
  }
}
