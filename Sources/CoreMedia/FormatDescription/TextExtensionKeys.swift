public import CoreGraphics

// Keys of text and subtitle format descriptions.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Alpha: CFString = "Alpha"
nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Blue: CFString = "Blue"
nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Green: CFString = "Green"
nonisolated(unsafe) public let kCMTextFormatDescriptionColor_Red: CFString = "Red"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_BackgroundColor: CFString = "BackgroundColor"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DefaultFontName: CFString = "DefaultFontName"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DefaultStyle: CFString = "DefaultStyle"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DefaultTextBox: CFString = "DefaultTextBox"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_DisplayFlags: CFString = "DisplayFlags"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_FontTable: CFString = "FontTable"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_HorizontalJustification: CFString =
  "HorizontalJustification"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_TextJustification: CFString = "TextJustification"
nonisolated(unsafe) public let kCMTextFormatDescriptionExtension_VerticalJustification: CFString =
  "VerticalJustification"
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Bottom: CFString = "Bottom"
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Left: CFString = "Left"
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Right: CFString = "Right"
nonisolated(unsafe) public let kCMTextFormatDescriptionRect_Top: CFString = "Top"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_Ascent: CFString = "Ascent"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_EndChar: CFString = "EndChar"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_Font: CFString = "Font"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_FontFace: CFString = "FontFace"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_FontSize: CFString = "FontSize"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_ForegroundColor: CFString = "ForegroundColor"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_Height: CFString = "Height"
nonisolated(unsafe) public let kCMTextFormatDescriptionStyle_StartChar: CFString = "StartChar"
