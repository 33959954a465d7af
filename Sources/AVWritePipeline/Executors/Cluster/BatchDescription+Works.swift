internal import Foundation

extension BatchDescription {
  /// The largest number of jobs whose inputs are read before packing: their tables are read one after the other, while
  /// the machines wait.
  private static let mostAppraised = 200

  /// Returns the work of jobs, in one unit. It is computed from the plans of some jobs, and from the sizes of the other
  /// inputs.
  ///
  /// - Parameter places: the places of the jobs.
  func works(of places: [Int]) -> [Double] {
    let stride = max(1, places.count / Self.mostAppraised)
    let known = places.enumerated().map { index, place -> BatchForecast.Job in
      let job = jobs[place]
      let input = job.description.input
      return BatchForecast.Job(
        kind: input.kind, size: Double(stat(path: input, followingLinks: true)?.st_size ?? 0),
        work: index % stride == 0 ? job.work : nil, state: .waiting)
    }
    return BatchForecast(known, workers: 1).works
  }
}
