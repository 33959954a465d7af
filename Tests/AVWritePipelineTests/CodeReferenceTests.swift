import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct CodeReferenceTests {
  @Test func `every code is explained, once`() throws {
    let reference = CodeReference()
    let codes = reference.entries.flatMap(\.codes)
    #expect(codes.count == ErrorCode.allCases.count)
    #expect(Set(codes) == Set(ErrorCode.allCases))
    #expect(Set(reference.entries.map(\.exit)).count == reference.entries.count)
    #expect(try Schema("explain").problems(with: reference.document) == [])
    for code in codes {
      #expect(try CodeReference(code: code.rawValue.lowercased()).entries.map(\.codes) == [[code]])
      #expect(reference.text.contains("  \(code.rawValue)\n"))
      for sentence in [code.explanation.meaning, code.explanation.remedy] {
        #expect(!sentence.isEmpty && !sentence.hasSuffix("."))
      }
    }
  }

  @Test func `every exit code is explained`() throws {
    for exit in JobExit.all {
      let reference = try CodeReference(code: "\(exit.code)")
      #expect(reference.entries.map(\.exit) == [exit.code])
      #expect(JobExit.summary.contains("\(exit.code) \(exit.meaning)"))
    }
    #expect(try CodeReference(code: "137").text.hasPrefix("exit 137: stopped by signal 9\n  E_CANCELLED\n"))
    #expect(try CodeReference(code: "1").text.hasPrefix("exit 1: with batch, a job did not end with 0"))
    #expect(try CodeReference(code: "65").entries[0].codes.contains(.inputTruncated))
  }

  @Test(arguments: ["", "2", "-1", "193", "E_NOTHING", "99999999999"])
  func `what is no code`(code: String) {
    let error = #expect(throws: JobError.self) { try CodeReference(code: code) }
    #expect(error?.exit.code == 64)
  }

  @Test func `the contract's table of exit codes is this one`() throws {
    let articles = Files.root.appendingPathComponent("Sources/AVWritePipeline/AVWritePipeline.docc")
    let contract = try String(contentsOf: articles.appendingPathComponent("CommandLine.md"), encoding: .utf8)
    for entry in CodeReference().entries {
      let (exit, meaning) = entry.exit > 128 ? ("128 + n", "stopped by signal n") : ("\(entry.exit)", entry.meaning)
      let row = contract.split(separator: "\n").first { $0.hasPrefix("| \(exit) | \(meaning)") }
      let codes = entry.codes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      #expect(row?.hasSuffix(codes.isEmpty ? "| |" : "| \(codes) |") == true, "\(exit): \(row ?? "no row"), \(codes)")
    }
  }
}
