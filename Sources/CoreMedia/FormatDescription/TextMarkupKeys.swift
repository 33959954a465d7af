public import CoreGraphics

// Attributes of texts that are shown over pictures, and their values.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCMTextMarkupAttribute_ForegroundColorARGB: CFString = "CMForegroundColorARGB"
nonisolated(unsafe) public let kCMTextMarkupAttribute_BackgroundColorARGB: CFString = "CMBackgroundColorARGB"
nonisolated(unsafe) public let kCMTextMarkupAttribute_CharacterBackgroundColorARGB: CFString =
  "CMCharacterBackgroundColorARGB"
nonisolated(unsafe) public let kCMTextMarkupAttribute_BoldStyle: CFString = "CMBoldStyle"
nonisolated(unsafe) public let kCMTextMarkupAttribute_ItalicStyle: CFString = "CMItalicStyle"
nonisolated(unsafe) public let kCMTextMarkupAttribute_UnderlineStyle: CFString = "CMUnderlineStyle"
nonisolated(unsafe) public let kCMTextMarkupAttribute_FontFamilyName: CFString = "CMFontFamilyName"
nonisolated(unsafe) public let kCMTextMarkupAttribute_GenericFontFamilyName: CFString = "CMGenericFontFamilyName"
nonisolated(unsafe) public let kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight: CFString =
  "CMBaseFontSizePercentage"
nonisolated(unsafe) public let kCMTextMarkupAttribute_RelativeFontSize: CFString = "CMRelativeFontSize"
nonisolated(unsafe) public let kCMTextMarkupAttribute_VerticalLayout: CFString = "CMVerticalLayout"
nonisolated(unsafe) public let kCMTextMarkupAttribute_Alignment: CFString = "CMWritingDirectionAlignment"
nonisolated(unsafe) public let kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection: CFString =
  "CMWritingDirectionTextPositionPercentage"
// Sendable as the others: it never changes.
nonisolated(unsafe) public let kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection:
  CFString =
    "CMWritingDirectionOrthogonalLinePositionPercentage"
nonisolated(unsafe) public let kCMTextMarkupAttribute_WritingDirectionSizePercentage: CFString =
  "CMWritingDirectionSizePercentage"
nonisolated(unsafe) public let kCMTextMarkupAttribute_CharacterEdgeStyle: CFString = "CMCharacterEdgeStyle"

nonisolated(unsafe) public let kCMTextMarkupGenericFontName_Default: CFString = "CMGenericFontName_Default"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_Serif: CFString = "CMGenericFontName_Serif"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_SansSerif: CFString = "CMGenericFontName_SansSerif"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_Monospace: CFString = "CMGenericFontName_Monospace"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_ProportionalSerif: CFString =
  "CMGenericFontName_ProportionalSerif"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_ProportionalSansSerif: CFString =
  "CMGenericFontName_ProportionalSansSerif"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_MonospaceSerif: CFString =
  "CMGenericFontName_MonospaceSerif"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_MonospaceSansSerif: CFString =
  "CMGenericFontName_MonospaceSansSerif"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_Casual: CFString = "CMGenericFontName_Casual"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_Cursive: CFString = "CMGenericFontName_Cursive"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_Fantasy: CFString = "CMGenericFontName_Fantasy"
nonisolated(unsafe) public let kCMTextMarkupGenericFontName_SmallCapital: CFString = "CMGenericFontName_SmallCapital"

nonisolated(unsafe) public let kCMTextVerticalLayout_LeftToRight: CFString = "CMVerticalLayout_LeftToRight"
nonisolated(unsafe) public let kCMTextVerticalLayout_RightToLeft: CFString = "CMVerticalLayout_RightToLeft"

nonisolated(unsafe) public let kCMTextMarkupAlignmentType_Start: CFString = "CMWDA_start"
nonisolated(unsafe) public let kCMTextMarkupAlignmentType_Middle: CFString = "CMWDA_middle"
nonisolated(unsafe) public let kCMTextMarkupAlignmentType_End: CFString = "CMWDA_end"
nonisolated(unsafe) public let kCMTextMarkupAlignmentType_Left: CFString = "CMWDA_left"
nonisolated(unsafe) public let kCMTextMarkupAlignmentType_Right: CFString = "CMWDA_right"

nonisolated(unsafe) public let kCMTextMarkupCharacterEdgeStyle_None: CFString = "CMCharacterEdgeStyle_None"
nonisolated(unsafe) public let kCMTextMarkupCharacterEdgeStyle_Raised: CFString = "CMCharacterEdgeStyle_Raised"
nonisolated(unsafe) public let kCMTextMarkupCharacterEdgeStyle_Depressed: CFString = "CMCharacterEdgeStyle_Depressed"
nonisolated(unsafe) public let kCMTextMarkupCharacterEdgeStyle_Uniform: CFString = "CMCharacterEdgeStyle_Uniform"
nonisolated(unsafe) public let kCMTextMarkupCharacterEdgeStyle_DropShadow: CFString = "CMCharacterEdgeStyle_DropShadow"
