public import Foundation

/// The dependencies of a sample on others, and of others on it, as far as the file states them.
public struct AVSampleCursorDependencyInfo: Sendable {
  public var sampleIndicatesWhetherItHasDependentSamples: ObjCBool
  /// A Boolean value that says whether other samples need this one.
  public var sampleHasDependentSamples: ObjCBool
  public var sampleIndicatesWhetherItDependsOnOthers: ObjCBool
  /// A Boolean value that says whether the sample depends on others.
  public var sampleDependsOnOthers: ObjCBool
  public var sampleIndicatesWhetherItHasRedundantCoding: ObjCBool
  /// A Boolean value that says whether the sample holds redundant coding.
  public var sampleHasRedundantCoding: ObjCBool

  /// All false and zero.
  public init() {
    self.init(
      sampleIndicatesWhetherItHasDependentSamples: false, sampleHasDependentSamples: false,
      sampleIndicatesWhetherItDependsOnOthers: false, sampleDependsOnOthers: false,
      sampleIndicatesWhetherItHasRedundantCoding: false, sampleHasRedundantCoding: false)
  }

  public init(
    sampleIndicatesWhetherItHasDependentSamples: ObjCBool, sampleHasDependentSamples: ObjCBool,
    sampleIndicatesWhetherItDependsOnOthers: ObjCBool, sampleDependsOnOthers: ObjCBool,
    sampleIndicatesWhetherItHasRedundantCoding: ObjCBool, sampleHasRedundantCoding: ObjCBool
  ) {
    self.sampleIndicatesWhetherItHasDependentSamples = sampleIndicatesWhetherItHasDependentSamples
    self.sampleHasDependentSamples = sampleHasDependentSamples
    self.sampleIndicatesWhetherItDependsOnOthers = sampleIndicatesWhetherItDependsOnOthers
    self.sampleDependsOnOthers = sampleDependsOnOthers
    self.sampleIndicatesWhetherItHasRedundantCoding = sampleIndicatesWhetherItHasRedundantCoding
    self.sampleHasRedundantCoding = sampleHasRedundantCoding
  }
}
