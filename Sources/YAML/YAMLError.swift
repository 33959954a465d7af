/// Why a text is no YAML.
package struct YAMLError: Error, Hashable {
  /// From 1; nil where it is the text as a whole.
  package var line: Int?
  /// Without a full stop.
  package var problem: String

  package init(line: Int? = nil, problem: String) {
    self.line = line
    self.problem = problem
  }
}
