// swift-tools-version: 6.1
import PackageDescription

// The layers, from the command to the libraries: avwrite → AVWritePipeline → AVFoundation → MediaEngine → MediaInterop
// → C. A target can import only the targets that it names here as dependencies.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, resources: resources,
    // Optimizing the tests themselves would take more time than it saves.
    swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

let package = Package(
  name: "avwrite",
  products: [
    .library(
      name: "AVFoundation",
      targets: [
        "AVFoundation", "AVFAudio", "CoreMedia", "CoreVideo", "CoreAudioTypes", "CoreGraphics", "MediaPlayer",
        "FoundationSupplement",
      ]),
    // A product of its own, and nothing here depends on it: a module of this name changes what other packages of a
    // build compile, because they ask `canImport(Combine)`.
    .library(name: "Combine", targets: ["Combine"]),
    // Products of their own for the same reason.
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "VideoToolbox", targets: ["VideoToolbox"]),
    .library(name: "AVWritePipeline", targets: ["AVWritePipeline"]),
    .executable(name: "avwrite", targets: ["avwrite"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // The C libraries. None is linked: CLoading has a table of them, and opens each when its first function is called.
    // The other targets have the functions that call a library, and shims, each with a comment that says why it is
    // needed.
    .target(name: "CLoading"),
    .target(name: "CFFmpeg", dependencies: ["CLoading"]),
    .target(name: "CX264", dependencies: ["CLoading"]),
    .target(name: "CLAME", dependencies: ["CLoading"]),
    // Each encoder that exists at the same time opens its own copy of this library.
    .target(name: "CSVTAV1", dependencies: ["CLoading"]),
    .target(name: "CZimg", dependencies: ["CLoading"]),
    .target(name: "CEbur128", dependencies: ["CLoading"]),
    .target(name: "CLibYAML", dependencies: ["CLoading"]),
    // Libraries that are called without their headers: PulseAudio and SDL for sound devices, Rubber Band to change the
    // speed of sound, libass to draw subtitles, and VMAF to measure how viewers see a difference of pictures.
    .target(name: "CPulse", dependencies: ["CLoading"]),
    .target(name: "CSDL2", dependencies: ["CLoading"]),
    .target(name: "CRubberBand", dependencies: ["CLoading"]),
    .target(name: "CAss", dependencies: ["CLoading"]),
    .target(name: "CVMAF", dependencies: ["CLoading"]),
    .target(name: "CSystem"),

    // Empty submodules, so that `import AVFoundation.AVAsset` compiles.
    .target(name: "CSubmodules"),

    // The parts of Apple's Foundation that Linux's lacks, and Apple's modules of value types and of types that own
    // memory.
    module("FoundationSupplement"),
    module("CoreGraphics", ["_Testing_CoreGraphics", "FoundationSupplement"]),
    module("_Testing_CoreGraphics"),
    module("CoreAudioTypes"),
    module("CoreVideo", ["CoreGraphics", "FoundationSupplement"]),
    module(
      "CoreMedia",
      ["CoreGraphics", "CoreAudioTypes", "CoreVideo", "FoundationSupplement", "Bitstreams", "MediaSupport"]),
    // The two types of Apple's MediaPlayer that media selection needs.
    module("MediaPlayer"),

    // OpenCombine's core with Foundation's part of Combine.
    module("Combine", ["FoundationSupplement", .product(name: "OpenCombine", package: "OpenCombine")]),

    // Other modules of Apple's that clients import beside AVFoundation, as far as media files need them.
    module("UniformTypeIdentifiers", ["AVFoundation"]),
    module("VideoToolbox", ["CoreMedia", "CoreVideo"]),

    // The internal modules.
    module("MediaSupport", ["CSystem", "CLoading"]),
    // Conversions between the internal types of time and Core Media's.
    module("MediaTime", ["CoreMedia", "MediaSupport"]),
    // Parsers of codecs' headers and configuration records.
    module("Bitstreams", ["MediaSupport"]),
    module("MovieFile", ["Bitstreams", "MediaSupport"]),
    module("MediaTags", ["MovieFile", "MediaSupport"]),
    module("TimedText", ["MovieFile"]),
    module(
      "MediaInterop",
      [
        "CFFmpeg", "CX264", "CSVTAV1", "CLAME", "CZimg", "CRubberBand", "CAss", "MediaTags", "Bitstreams",
        "MediaTime", "MediaSupport",
      ]),
    module("DeviceInterop", ["CPulse", "CSDL2", "MediaSupport"]),
    module(
      "MediaEngine",
      [
        "MediaInterop", "DeviceInterop", "MediaTags", "TimedText", "MovieFile", "Bitstreams", "MediaTime",
        "MediaSupport", "CoreMedia", "CoreVideo", "CoreAudioTypes", "CoreGraphics", "FoundationSupplement",
      ]),

    // Apple's API, and the modules that use it.
    module(
      "AVFAudio",
      [
        "MediaEngine", "DeviceInterop", "FoundationSupplement", "MediaTime", "MediaSupport", "CoreMedia",
        "CoreAudioTypes", "CoreGraphics",
      ]),
    module(
      "AVFoundation",
      [
        "AVFAudio", "MediaEngine", "DeviceInterop", "TimedText", "MediaSupport", "CoreMedia", "CoreVideo",
        "CoreAudioTypes", "CoreGraphics", "MediaPlayer", "FoundationSupplement", "CSubmodules",
      ]),
    module(
      "MediaDump",
      [
        "AVFoundation", "MovieFile", "Bitstreams", "MediaSupport", "CoreMedia", "CoreAudioTypes", "CoreGraphics",
      ]),
    module("Loudness", ["CEbur128"]),
    module("VMAF", ["CVMAF"]),
    // A module of our own instead of Yams: Yams asks `canImport(Combine)`, and then fails to import the module above.
    module("YAML", ["CLibYAML"]),
    .target(
      name: "AVWritePipeline",
      dependencies: ["AVFoundation", "Loudness", "VMAF", "YAML", "Bitstreams", "MediaSupport", "CSystem"],
      exclude: ["Schemas"],
      swiftSettings: strict),
    .executableTarget(
      name: "avwrite",
      dependencies: [
        "AVWritePipeline", "MediaDump", "CSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Tests: a target for each module, targets that test as a client, a user or another program would, and shared code.
    .target(
      name: "TestSupport", dependencies: ["MovieFile"], path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "SoundTestSupport", dependencies: ["AVFoundation", "MediaEngine", "DeviceInterop", "TestSupport"],
      path: "Tests/SoundTestSupport", swiftSettings: strict),
    tests("FoundationSupplementTests", ["FoundationSupplement"]),
    tests("CoreMediaTests", ["CoreMedia", "CoreVideo", "CoreAudioTypes", "CoreGraphics"]),
    tests("YAMLTests", ["YAML"]),
    tests("MediaSupportTests", ["MediaTime", "MediaSupport", "CoreMedia"]),
    tests("BitstreamsTests", ["Bitstreams", "MediaSupport"]),
    tests("MovieFileTests", ["MovieFile", "Bitstreams", "MediaSupport"]),
    tests("MediaTagsTests", ["MediaTags", "MovieFile", "MediaSupport"]),
    tests("TimedTextTests", ["TimedText", "MovieFile"]),
    tests("MediaInteropTests", ["MediaInterop", "Bitstreams", "MediaTime", "MediaSupport"]),
    tests("DeviceInteropTests", ["DeviceInterop", "MediaSupport"]),
    tests(
      "MediaEngineTests",
      [
        "MediaEngine", "MediaInterop", "DeviceInterop", "MediaTags", "MovieFile", "Bitstreams", "MediaTime",
        "MediaSupport", "CoreMedia", "CoreVideo", "CoreAudioTypes",
      ]),
    tests(
      "AVFAudioTests",
      [
        "AVFAudio", "AVFoundation", "MediaEngine", "MediaSupport", "DeviceInterop", "CoreMedia", "CoreAudioTypes",
        "playbench", "SoundTestSupport",
        "CoreGraphics",
      ]),
    tests("CombineTests", ["Combine", "AVFoundation", "FoundationSupplement"]),
    tests(
      "AVFoundationTests",
      [
        "AVFoundation", "CoreMedia", "CoreVideo", "MediaPlayer", "MovieFile", "Bitstreams", "MediaSupport",
        "MediaEngine", "MediaInterop", "DeviceInterop", "SoundTestSupport", "TimedText",
      ]),
    // Clients that are written for Swift 5 and that Swift 6 would refuse because of its concurrency checks.
    .testTarget(
      name: "SwiftFiveClientTests",
      dependencies: ["AVFoundation", "Combine", "UniformTypeIdentifiers", "VideoToolbox", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // The clients among them that follow Apple's sample code, compiled as Swift 6, too: the same files, by symbolic
    // links.
    .testTarget(name: "SwiftSixClientTests", dependencies: ["AVFoundation", "Combine", "TestSupport"]),
    tests("AVWritePipelineTests", ["AVWritePipeline", "AVFoundation", "MediaSupport"]),
    tests("MediaDumpTests", ["MediaDump", "AVFoundation", "MovieFile"], exclude: ["Goldens"]),
    // A client that writes a file and is killed by tests meanwhile.
    .executableTarget(
      name: "fragmentrecorder", dependencies: ["AVFoundation"], path: "Tests/FragmentRecorder",
      swiftSettings: strict),
    // The program that `scripts/bench --job observing` runs.
    .executableTarget(
      name: "observingbench", dependencies: ["FoundationSupplement"], path: "Tests/ObservingBench",
      swiftSettings: strict),
    // The program that `scripts/bench --job reading` runs.
    .executableTarget(
      name: "readingbench", dependencies: ["AVFoundation", "CoreMedia", "CoreVideo", "CoreAudioTypes"],
      path: "Tests/ReadingBench", swiftSettings: strict),
    // The program that the tests of the render thread, `scripts/bench --job play` and the other jobs of players run.
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .executableTarget(
      name: "playbench",
      dependencies: ["AVFoundation", "CoreMedia", "MediaEngine", "DeviceInterop", "CAllocationCounter"],
      path: "Tests/PlayBench",
      swiftSettings: strict),
    tests("CommandTests", ["avwrite", "fragmentrecorder", "AVFoundation", "MovieFile", "CSystem"]),
    tests("OracleTests", ["avwrite", "AVFoundation", "MovieFile"]),
  ],
  swiftLanguageModes: [.v6]
)
