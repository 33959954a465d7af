/// The reason why a text is not YAML.
package struct YAMLError: Error, Hashable {
  /// The line, from 1, or nil if the whole text is the problem.
  package var line: Int?
  /// The problem, without a full stop.
  package var problem: String

  package init(line: Int? = nil, problem: String) {
    self.line = line
    self.problem = problem
  }
}
