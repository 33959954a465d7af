/// The kind of a change that is told. Properties of this framework are only ever set.
public enum NSKeyValueChange: UInt, Sendable {
  case setting = 1
  case insertion = 2
  case removal = 3
  case replacement = 4
}
