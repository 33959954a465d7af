import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// Outputs of an earlier run among the files of a folder.
@Suite struct OwnOutputTests {
  @Test func `a server is asked once for the version of an input, however many files may be made of it`() throws {
    let (folder, source) = (try TemporaryFolder(), try TemporaryFolder())
    try FileManager.default.copyItem(atPath: Files.fixture("speech.wav"), toPath: source.path("speech.wav"))
    let server = try MediaServer(source.url, manner: .version("\"1\""))
    let remote = BatchJob(
      JobDescription(input: server.url("speech.wav").absoluteString, output: folder.path("speech.m4a")))
    let report = BatchRunner(BatchDescription(jobs: [remote])).run()
    try #require(report.exitCode == 0, "\(report.jobs)")
    let names = ["speech-1.m4a", "speech-2.m4a", "speech-3.m4a"]
    for name in names {
      try FileManager.default.copyItem(atPath: folder.path("speech.m4a"), toPath: folder.path(name))
    }
    let found = names.map { name in
      var job = BatchJob(JobDescription(input: folder.path(name), output: folder.path("made/" + name)))
      job.root = folder.path
      return job
    }
    var batch = BatchDescription(jobs: [remote] + found)
    let count = server.requests.count
    batch.leaveOutOwnOutputs()
    #expect(batch.jobs == [remote])
    #expect(server.requests.count == count + 1)
  }
}
