// swift-tools-version: 6.1
import PackageDescription

// The house, from the street inwards: avwrite → AVWritePipeline → AVFoundation → MediaEngine →
// MediaInterop → C. The compiler enforces the direction: a target sees only what it names here.

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
    swiftSettings: strict)
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
    // Opt-in, and nothing here depends on it: a module of this name changes what other packages of a build compile,
    // because they ask `canImport(Combine)`.
    .library(name: "Combine", targets: ["Combine"]),
    // Opt-in for the same reason.
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
    // C libraries: headers of shims, each with its reason.
    // The table of the libraries. None is linked: each is opened when its first function is called.
    .target(name: "CLoading"),
    .target(name: "CFFmpeg", dependencies: ["CLoading"]),
    .target(name: "CX264", dependencies: ["CLoading"]),
    .target(name: "CLAME", dependencies: ["CLoading"]),
    // Opened once for each encoder at a time.
    .target(name: "CSVTAV1", dependencies: ["CLoading"]),
    .target(name: "CZimg", dependencies: ["CLoading"]),
    .target(name: "CEbur128", dependencies: ["CLoading"]),
    .target(name: "CLibYAML", dependencies: ["CLoading"]),
    // Without the libraries' headers: sound, another speed of sound, texts over pictures, how people see a difference.
    .target(name: "CPulse", dependencies: ["CLoading"]),
    .target(name: "CSDL2", dependencies: ["CLoading"]),
    .target(name: "CRubberBand", dependencies: ["CLoading"]),
    .target(name: "CAss", dependencies: ["CLoading"]),
    .target(name: "CVMAF", dependencies: ["CLoading"]),
    .target(name: "CSystem"),

    // Names alone, for `import AVFoundation.AVAsset`.
    .target(name: "CSubmodules"),

    // What Apple's Foundation has and Linux's lacks; Apple's value types and memory holders.
    module("FoundationSupplement"),
    module("CoreGraphics", ["_Testing_CoreGraphics", "FoundationSupplement"]),
    module("_Testing_CoreGraphics"),
    module("CoreAudioTypes"),
    module("CoreVideo", ["CoreGraphics", "FoundationSupplement"]),
    module(
      "CoreMedia",
      ["CoreGraphics", "CoreAudioTypes", "CoreVideo", "FoundationSupplement", "Bitstreams", "MediaSupport"]),
    // Of Apple's module the two values that media selection makes.
    module("MediaPlayer"),

    // OpenCombine's core with Foundation's part of Combine.
    module("Combine", ["FoundationSupplement", .product(name: "OpenCombine", package: "OpenCombine")]),

    // Apple's modules that clients import beside AVFoundation, as far as they have to do with files.
    module("UniformTypeIdentifiers", ["AVFoundation"]),
    module("VideoToolbox", ["CoreMedia", "CoreVideo"]),

    // The inside.
    module("MediaSupport", ["CSystem", "CLoading"]),
    // Where the inside's times meet Core Media's.
    module("MediaTime", ["CoreMedia", "MediaSupport"]),
    // What codecs' own headers and configuration records say.
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

    // Apple's API, and what stands on it.
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
    // Not Yams, which asks `canImport(Combine)`, and then cannot import the one above.
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

    // Tests: a target for each module, one for each way of looking from outside, and what they share.
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
    // Clients from before Swift 6, which its checks of concurrency would refuse.
    .testTarget(
      name: "SwiftFiveClientTests",
      dependencies: ["AVFoundation", "Combine", "UniformTypeIdentifiers", "VideoToolbox", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // Those of them that are as Apple's sample code is, in Swift 6 too: the same files, by a link.
    .testTarget(name: "SwiftSixClientTests", dependencies: ["AVFoundation", "Combine", "TestSupport"]),
    tests("AVWritePipelineTests", ["AVWritePipeline", "AVFoundation", "MediaSupport"]),
    tests("MediaDumpTests", ["MediaDump", "AVFoundation", "MovieFile"], exclude: ["Goldens"]),
    // A client that tests kill while it writes.
    .executableTarget(
      name: "fragmentrecorder", dependencies: ["AVFoundation"], path: "Tests/FragmentRecorder",
      swiftSettings: strict),
    // What `scripts/bench --job observing` runs.
    .executableTarget(
      name: "observingbench", dependencies: ["FoundationSupplement"], path: "Tests/ObservingBench",
      swiftSettings: strict),
    // What `scripts/bench --job reading` runs.
    .executableTarget(
      name: "readingbench", dependencies: ["AVFoundation", "CoreMedia", "CoreVideo", "CoreAudioTypes"],
      path: "Tests/ReadingBench", swiftSettings: strict),
    // What `scripts/bench --job play` and the other jobs of players run, and the tests of the render thread.
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
