extension PictureArea: SettingValue {
  init?(argument: String) { self.init(argument: argument[...]) }
  var spelling: JSON { JSON(text) }
}

extension PicturePad: SettingValue {
  var spelling: JSON { JSON(text) }
}

extension PictureOverlay: SettingValue {
  var spelling: JSON { JSON(text) }
}

extension PictureEdits.Flip: SettingValue {}

extension PictureEdits.Rotation: SettingValue {
  var spelling: JSON { JSON(degrees) }
}
