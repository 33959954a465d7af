internal import Foundation

/// The part of JSON Schema (2020-12) that this package's schemas use. Any other keyword is an error, so that none is
/// ignored.
package struct Schema {
  private let root: [String: Any]

  /// One of `Sources/AVWritePipeline/Schemas`.
  package init(_ name: String) throws {
    let file = Files.root.appendingPathComponent("Sources/AVWritePipeline/Schemas/\(name).schema.json")
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  /// The problems of a document. The list is empty if it is valid.
  package func problems(with text: String) throws -> [String] {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    return problems(document, root, "$")
  }

  private func problems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    schema.flatMap { keyword, rule in problems(value, keyword, rule, schema, path) }
  }

  private func problems(
    _ value: Any, _ keyword: String, _ rule: Any, _ schema: [String: Any], _ path: String
  ) -> [String] {
    switch keyword {
    case "$schema", "$defs", "title", "description": return []
    case "$ref" where (rule as? String)?.hasSuffix(".schema.json") == true:
      guard let name = (rule as? String)?.dropLast(12), let other = try? Schema(String(name)) else {
        return ["\(path): no schema of the name \(rule)"]
      }
      return other.problems(value, other.root, path)
    case "$ref":
      let name = (rule as? String ?? "").replacingOccurrences(of: "#/$defs/", with: "")
      guard let definition = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(path): no definition of \(name)"]
      }
      return problems(value, definition, path)
    case "oneOf":
      let branches = (rule as? [[String: Any]] ?? []).map { problems(value, $0, path) }
      let valid = branches.count { $0.isEmpty }
      return valid == 1 ? [] : ["\(path): \(valid) of \(branches.count) branches fit"] + branches.joined()
    case "type":
      let names = rule as? [String] ?? [rule as? String ?? ""]
      return names.contains { has(value, $0) } ? [] : ["\(path): is no \(names.joined(separator: " or "))"]
    case "const": return isEqual(value, rule) ? [] : ["\(path): is not \(rule)"]
    case "enum":
      return (rule as? [Any] ?? []).contains { isEqual(value, $0) } ? [] : ["\(path): is none of \(rule)"]
    case "pattern":
      guard let text = value as? String, let pattern = rule as? String else { return [] }
      return text.range(of: pattern, options: .regularExpression) == nil ? ["\(path): is not like \(pattern)"] : []
    case "minimum": return compare(value, rule, path, "below") { $0 >= $1 }
    case "maximum": return compare(value, rule, path, "above") { $0 <= $1 }
    case "items":
      return (value as? [Any] ?? []).enumerated().flatMap {
        problems($0.element, rule as? [String: Any] ?? [:], "\(path)[\($0.offset)]")
      }
    case "minItems":
      return (value as? [Any] ?? []).count >= (rule as? Int ?? .max) ? [] : ["\(path): is too short"]
    case "maxItems":
      return (value as? [Any] ?? []).count <= (rule as? Int ?? -1) ? [] : ["\(path): is too long"]
    case "required":
      guard let object = value as? [String: Any] else { return [] }
      return (rule as? [String] ?? []).filter { object[$0] == nil }.map { "\(path): lacks \($0)" }
    case "properties":
      let rules = rule as? [String: [String: Any]] ?? [:]
      return (value as? [String: Any] ?? [:]).flatMap { name, member in
        rules[name].map { problems(member, $0, "\(path).\(name)") } ?? []
      }
    case "additionalProperties":
      let known = schema["properties"] as? [String: Any] ?? [:]
      return (value as? [String: Any] ?? [:]).keys.filter { known[$0] == nil }.map { "\(path): has unknown \($0)" }
    default: return ["\(path): this validator does not know \(keyword)"]
    }
  }

  private func has(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": isBoolean(value)
    case "number": value is NSNumber && !isBoolean(value)
    case "integer": !isBoolean(value) && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } == true
    default: false
    }
  }

  private func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { type(of: $0) == type(of: NSNumber(value: true)) && String(cString: $0.objCType) == "c" }
      ?? false
  }

  private func isEqual(_ left: Any, _ right: Any) -> Bool {
    (left as? NSObject)?.isEqual(right) == true || "\(left)" == "\(right)"
  }

  private func compare(
    _ value: Any, _ bound: Any, _ path: String, _ word: String, _ holds: (Double, Double) -> Bool
  ) -> [String] {
    guard let number = (value as? NSNumber)?.doubleValue, let bound = (bound as? NSNumber)?.doubleValue else {
      return []
    }
    return holds(number, bound) ? [] : ["\(path): is \(word) \(bound)"]
  }
}
