import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// Jobs that read what goes into outputs more than once, and so can read no pipe there.
@Suite struct AddedPipeTests {
  @Test func `a batch and a cluster refuse a pipe whose content goes into an output`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    var rendition = Rendition(output: folder.path("out.mp4"))
    rendition.metadata.chapters = pipe
    let job = JobDescription(input: Files.fixture("h264-aac.mov"), renditions: [rendition])
    let errors = [
      #expect(throws: JobError.self) { _ = try PreparedJob(BatchJob(job), sparing: nil) },
      #expect(throws: JobError.self) {
        _ = try SlurmExecutor(submitting: job, ClusterOptions(), processors: nil, memory: nil)
      },
    ]
    for error in errors {
      #expect(error?.code == .inputUnreadable)
      #expect(error?.message.hasPrefix("\(pipe): is a pipe, and ") == true, "\(String(describing: error))")
      #expect(error?.hint == "copy it to a file first")
    }
    #expect(folder.names == ["pipe"])
  }
}
