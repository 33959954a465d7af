public import Foundation

/// What a sample needs and what needs it, each where it is stated.
public struct AVSampleCursorDependencyInfo: Sendable {
  public var sampleIndicatesWhetherItHasDependentSamples: ObjCBool
  /// Other samples need it.
  public var sampleHasDependentSamples: ObjCBool
  public var sampleIndicatesWhetherItDependsOnOthers: ObjCBool
  /// It needs other samples.
  public var sampleDependsOnOthers: ObjCBool
  public var sampleIndicatesWhetherItHasRedundantCoding: ObjCBool
  /// It holds redundant coding.
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
