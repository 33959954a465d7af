/// Calls the kernel with a path, which may hold bytes that are no text (`String.pathBytes`).
func withPath<Result>(_ path: String, _ call: (UnsafePointer<CChar>) -> Result) -> Result {
  guard path.hasRawBytes else { return path.withCString(call) }
  let bytes = path.pathBytes.map { CChar(bitPattern: $0) } + [0]
  return bytes.withUnsafeBufferPointer { call($0.baseAddress!) }
}
