import Foundation

extension Command.Ending {
  /// The exit code of each job, in the report of a batch.
  func exitsOfJobs() throws -> [Int] {
    struct Report: Decodable {
      struct Job: Decodable { var exit: Int }
      var jobs: [Job]
    }
    return try JSONDecoder().decode(Report.self, from: Data(output.utf8)).jobs.map(\.exit)
  }
}
