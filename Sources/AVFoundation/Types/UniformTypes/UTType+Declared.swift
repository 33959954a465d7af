// The types that Apple names.
extension UTType {
  /// Item: `public.item`.
  public static let item = UTType(importedAs: "public.item")
  /// Content: `public.content`.
  public static let content = UTType(importedAs: "public.content")
  /// Mixed content: `public.composite-content`.
  public static let compositeContent = UTType(importedAs: "public.composite-content")
  /// Data: `public.data`.
  public static let data = UTType(importedAs: "public.data")
  /// Directory: `public.directory`.
  public static let directory = UTType(importedAs: "public.directory")
  /// Resolvable: `com.apple.resolvable`.
  public static let resolvable = UTType(importedAs: "com.apple.resolvable")
  /// Symbolic link: `public.symlink`.
  public static let symbolicLink = UTType(importedAs: "public.symlink")
  /// Folder: `public.folder`.
  public static let folder = UTType(importedAs: "public.folder")
  /// Volume: `public.volume`.
  public static let volume = UTType(importedAs: "public.volume")
  /// Mount point: `com.apple.mount-point`.
  public static let mountPoint = UTType(importedAs: "com.apple.mount-point")
  /// Alias: `com.apple.alias-file`.
  public static let aliasFile = UTType(importedAs: "com.apple.alias-file")
  /// Package: `com.apple.package`.
  public static let package = UTType(importedAs: "com.apple.package")
  /// Bundle: `com.apple.bundle`.
  public static let bundle = UTType(importedAs: "com.apple.bundle")
  /// Plug-in: `com.apple.plugin`.
  public static let pluginBundle = UTType(importedAs: "com.apple.plugin")
  /// Application: `com.apple.application`.
  public static let application = UTType(importedAs: "com.apple.application")
  /// Application: `com.apple.application-bundle`.
  public static let applicationBundle = UTType(importedAs: "com.apple.application-bundle")
  /// App extension: `com.apple.application-and-system-extension`.
  public static let applicationExtension = UTType(importedAs: "com.apple.application-and-system-extension")
  /// Framework: `com.apple.framework`.
  public static let framework = UTType(importedAs: "com.apple.framework")
  /// Spotlight importer: `com.apple.metadata-importer`.
  public static let spotlightImporter = UTType(importedAs: "com.apple.metadata-importer")
  /// Quick Look generator: `com.apple.quicklook-generator`.
  public static let quickLookGenerator = UTType(importedAs: "com.apple.quicklook-generator")
  /// XPC service: `com.apple.xpc-service`.
  public static let xpcService = UTType(importedAs: "com.apple.xpc-service")
  /// Preference pane: `com.apple.systempreference.prefpane`.
  public static let systemPreferencesPane = UTType(importedAs: "com.apple.systempreference.prefpane")
  /// Disk image: `public.disk-image`.
  public static let diskImage = UTType(importedAs: "public.disk-image")
  /// Executable: `public.executable`.
  public static let executable = UTType(importedAs: "public.executable")
  /// Unix executable: `public.unix-executable`.
  public static let unixExecutable = UTType(importedAs: "public.unix-executable")
  /// Windows executable: `com.microsoft.windows-executable`.
  public static let exe = UTType(importedAs: "com.microsoft.windows-executable")
  /// Text: `public.text`.
  public static let text = UTType(importedAs: "public.text")
  /// Text: `public.plain-text`.
  public static let plainText = UTType(importedAs: "public.plain-text")
  /// Unicode text: `public.utf8-plain-text`.
  public static let utf8PlainText = UTType(importedAs: "public.utf8-plain-text")
  /// Unicode text: `public.utf16-plain-text`.
  public static let utf16PlainText = UTType(importedAs: "public.utf16-plain-text")
  /// Unicode text: `public.utf16-external-plain-text`.
  public static let utf16ExternalPlainText = UTType(importedAs: "public.utf16-external-plain-text")
  /// Text of delimited values: `public.delimited-values-text`.
  public static let delimitedText = UTType(importedAs: "public.delimited-values-text")
  /// Comma-separated values: `public.comma-separated-values-text`.
  public static let commaSeparatedText = UTType(importedAs: "public.comma-separated-values-text")
  /// Tab-separated values: `public.tab-separated-values-text`.
  public static let tabSeparatedText = UTType(importedAs: "public.tab-separated-values-text")
  /// Tab-separated values: `public.utf8-tab-separated-values-text`.
  public static let utf8TabSeparatedText = UTType(importedAs: "public.utf8-tab-separated-values-text")
  /// RTF document: `public.rtf`.
  public static let rtf = UTType(importedAs: "public.rtf")
  /// RTF document with attachments: `com.apple.rtfd`.
  public static let rtfd = UTType(importedAs: "com.apple.rtfd")
  /// RTF document with attachments: `com.apple.flat-rtfd`.
  public static let flatRTFD = UTType(importedAs: "com.apple.flat-rtfd")
  /// HTML document: `public.html`.
  public static let html = UTType(importedAs: "public.html")
  /// XML document: `public.xml`.
  public static let xml = UTType(importedAs: "public.xml")
  /// YAML document: `public.yaml`.
  public static let yaml = UTType(importedAs: "public.yaml")
  /// JSON document: `public.json`.
  public static let json = UTType(importedAs: "public.json")
  /// VCard: `public.vcard`.
  public static let vCard = UTType(importedAs: "public.vcard")
  /// Source code: `public.source-code`.
  public static let sourceCode = UTType(importedAs: "public.source-code")
  /// Assembly source: `public.assembly-source`.
  public static let assemblyLanguageSource = UTType(importedAs: "public.assembly-source")
  /// C source: `public.c-source`.
  public static let cSource = UTType(importedAs: "public.c-source")
  /// Objective-C source: `public.objective-c-source`.
  public static let objectiveCSource = UTType(importedAs: "public.objective-c-source")
  /// Swift source: `public.swift-source`.
  public static let swiftSource = UTType(importedAs: "public.swift-source")
  /// C++ source: `public.c-plus-plus-source`.
  public static let cPlusPlusSource = UTType(importedAs: "public.c-plus-plus-source")
  /// Objective-C++ source: `public.objective-c-plus-plus-source`.
  public static let objectiveCPlusPlusSource = UTType(importedAs: "public.objective-c-plus-plus-source")
  /// C header: `public.c-header`.
  public static let cHeader = UTType(importedAs: "public.c-header")
  /// C++ header: `public.c-plus-plus-header`.
  public static let cPlusPlusHeader = UTType(importedAs: "public.c-plus-plus-header")
  /// Script: `public.script`.
  public static let script = UTType(importedAs: "public.script")
  /// AppleScript text: `com.apple.applescript.text`.
  public static let appleScript = UTType(importedAs: "com.apple.applescript.text")
  /// Script: `com.apple.applescript.script`.
  public static let osaScript = UTType(importedAs: "com.apple.applescript.script")
  /// Script bundle: `com.apple.applescript.script-bundle`.
  public static let osaScriptBundle = UTType(importedAs: "com.apple.applescript.script-bundle")
  /// JavaScript: `com.netscape.javascript-source`.
  public static let javaScript = UTType(importedAs: "com.netscape.javascript-source")
  /// Shell script: `public.shell-script`.
  public static let shellScript = UTType(importedAs: "public.shell-script")
  /// Perl script: `public.perl-script`.
  public static let perlScript = UTType(importedAs: "public.perl-script")
  /// Python script: `public.python-script`.
  public static let pythonScript = UTType(importedAs: "public.python-script")
  /// Ruby script: `public.ruby-script`.
  public static let rubyScript = UTType(importedAs: "public.ruby-script")
  /// PHP script: `public.php-script`.
  public static let phpScript = UTType(importedAs: "public.php-script")
  /// Makefile: `public.make-source`.
  public static let makefile = UTType(importedAs: "public.make-source")
  /// Log: `public.log`.
  public static let log = UTType(importedAs: "public.log")
  /// Property list: `com.apple.property-list`.
  public static let propertyList = UTType(importedAs: "com.apple.property-list")
  /// Property list: `com.apple.xml-property-list`.
  public static let xmlPropertyList = UTType(importedAs: "com.apple.xml-property-list")
  /// Property list: `com.apple.binary-property-list`.
  public static let binaryPropertyList = UTType(importedAs: "com.apple.binary-property-list")
  /// PDF document: `com.adobe.pdf`.
  public static let pdf = UTType(importedAs: "com.adobe.pdf")
  /// EPUB: `org.idpf.epub-container`.
  public static let epub = UTType(importedAs: "org.idpf.epub-container")
  /// Web archive: `com.apple.webarchive`.
  public static let webArchive = UTType(importedAs: "com.apple.webarchive")
  /// Internet location: `com.apple.internet-location`.
  public static let internetLocation = UTType(importedAs: "com.apple.internet-location")
  /// Internet shortcut: `com.microsoft.internet-shortcut`.
  public static let internetShortcut = UTType(importedAs: "com.microsoft.internet-shortcut")
  /// URL: `public.url`.
  public static let url = UTType(importedAs: "public.url")
  /// URL of a file: `public.file-url`.
  public static let fileURL = UTType(importedAs: "public.file-url")
  /// Bookmark of a URL: `com.apple.bookmark`.
  public static let urlBookmarkData = UTType(importedAs: "com.apple.bookmark")
  /// Bookmark: `public.bookmark`.
  public static let bookmark = UTType(importedAs: "public.bookmark")
  /// Image: `public.image`.
  public static let image = UTType(importedAs: "public.image")
  /// JPEG image: `public.jpeg`.
  public static let jpeg = UTType(importedAs: "public.jpeg")
  /// TIFF image: `public.tiff`.
  public static let tiff = UTType(importedAs: "public.tiff")
  /// GIF image: `com.compuserve.gif`.
  public static let gif = UTType(importedAs: "com.compuserve.gif")
  /// PNG image: `public.png`.
  public static let png = UTType(importedAs: "public.png")
  /// Apple icons: `com.apple.icns`.
  public static let icns = UTType(importedAs: "com.apple.icns")
  /// Windows bitmap: `com.microsoft.bmp`.
  public static let bmp = UTType(importedAs: "com.microsoft.bmp")
  /// Windows icon: `com.microsoft.ico`.
  public static let ico = UTType(importedAs: "com.microsoft.ico")
  /// SVG image: `public.svg-image`.
  public static let svg = UTType(importedAs: "public.svg-image")
  /// WebP image: `org.webmproject.webp`.
  public static let webP = UTType(importedAs: "org.webmproject.webp")
  /// HEIF image: `public.heif`.
  public static let heif = UTType(importedAs: "public.heif")
  /// HEIC image: `public.heic`.
  public static let heic = UTType(importedAs: "public.heic")
  /// Raw image: `public.camera-raw-image`.
  public static let rawImage = UTType(importedAs: "public.camera-raw-image")
  /// Live Photo: `com.apple.live-photo`.
  public static let livePhoto = UTType(importedAs: "com.apple.live-photo")
  /// 3D content: `public.3d-content`.
  public static let threeDContent = UTType(importedAs: "public.3d-content")
  /// Universal scene description: `com.pixar.universal-scene-description`.
  public static let usd = UTType(importedAs: "com.pixar.universal-scene-description")
  /// USDZ package: `com.pixar.universal-scene-description-mobile`.
  public static let usdz = UTType(importedAs: "com.pixar.universal-scene-description-mobile")
  /// Reality file: `com.apple.reality`.
  public static let realityFile = UTType(importedAs: "com.apple.reality")
  /// SceneKit scene: `com.apple.scenekit.scene`.
  public static let sceneKitScene = UTType(importedAs: "com.apple.scenekit.scene")
  /// AR reference object: `com.apple.arobject`.
  public static let arReferenceObject = UTType(importedAs: "com.apple.arobject")
  /// Audiovisual content: `public.audiovisual-content`.
  public static let audiovisualContent = UTType(importedAs: "public.audiovisual-content")
  /// Movie: `public.movie`.
  public static let movie = UTType(importedAs: "public.movie")
  /// Video: `public.video`.
  public static let video = UTType(importedAs: "public.video")
  /// Audio: `public.audio`.
  public static let audio = UTType(importedAs: "public.audio")
  /// QuickTime movie: `com.apple.quicktime-movie`.
  public static let quickTimeMovie = UTType(importedAs: "com.apple.quicktime-movie")
  /// MPEG movie: `public.mpeg`.
  public static let mpeg = UTType(importedAs: "public.mpeg")
  /// MPEG-2 video: `public.mpeg-2-video`.
  public static let mpeg2Video = UTType(importedAs: "public.mpeg-2-video")
  /// MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
  public static let mpeg2TransportStream = UTType(importedAs: "public.mpeg-2-transport-stream")
  /// MPEG-4 movie: `public.mpeg-4`.
  public static let mpeg4Movie = UTType(importedAs: "public.mpeg-4")
  /// Protected MPEG-4 movie: `com.apple.protected-mpeg-4-video`.
  public static let appleProtectedMPEG4Video = UTType(importedAs: "com.apple.protected-mpeg-4-video")
  /// AVI movie: `public.avi`.
  public static let avi = UTType(importedAs: "public.avi")
  /// MP3 audio: `public.mp3`.
  public static let mp3 = UTType(importedAs: "public.mp3")
  /// MPEG-4 audio: `public.mpeg-4-audio`.
  public static let mpeg4Audio = UTType(importedAs: "public.mpeg-4-audio")
  /// Protected MPEG-4 audio: `com.apple.protected-mpeg-4-audio`.
  public static let appleProtectedMPEG4Audio = UTType(importedAs: "com.apple.protected-mpeg-4-audio")
  /// AIFF audio: `public.aiff-audio`.
  public static let aiff = UTType(importedAs: "public.aiff-audio")
  /// WAVE audio: `com.microsoft.waveform-audio`.
  public static let wav = UTType(importedAs: "com.microsoft.waveform-audio")
  /// MIDI audio: `public.midi-audio`.
  public static let midi = UTType(importedAs: "public.midi-audio")
  /// Playlist: `public.playlist`.
  public static let playlist = UTType(importedAs: "public.playlist")
  /// M3U playlist: `public.m3u-playlist`.
  public static let m3uPlaylist = UTType(importedAs: "public.m3u-playlist")
  /// Archive: `public.archive`.
  public static let archive = UTType(importedAs: "public.archive")
  /// ZIP archive: `public.zip-archive`.
  public static let zip = UTType(importedAs: "public.zip-archive")
  /// Gzip archive: `org.gnu.gnu-zip-archive`.
  public static let gzip = UTType(importedAs: "org.gnu.gnu-zip-archive")
  /// Bzip2 archive: `public.bzip2-archive`.
  public static let bz2 = UTType(importedAs: "public.bzip2-archive")
  /// Apple archive: `com.apple.archive`.
  public static let appleArchive = UTType(importedAs: "com.apple.archive")
  /// PKCS 12 data: `com.rsa.pkcs-12`.
  public static let pkcs12 = UTType(importedAs: "com.rsa.pkcs-12")
  /// X.509 certificate: `public.x509-certificate`.
  public static let x509Certificate = UTType(importedAs: "public.x509-certificate")
  /// Spreadsheet: `public.spreadsheet`.
  public static let spreadsheet = UTType(importedAs: "public.spreadsheet")
  /// Presentation: `public.presentation`.
  public static let presentation = UTType(importedAs: "public.presentation")
  /// Database: `public.database`.
  public static let database = UTType(importedAs: "public.database")
  /// Message: `public.message`.
  public static let message = UTType(importedAs: "public.message")
  /// Contact: `public.contact`.
  public static let contact = UTType(importedAs: "public.contact")
  /// Calendar event: `public.calendar-event`.
  public static let calendarEvent = UTType(importedAs: "public.calendar-event")
  /// To-do item: `public.to-do-item`.
  public static let toDoItem = UTType(importedAs: "public.to-do-item")
  /// E-mail message: `public.email-message`.
  public static let emailMessage = UTType(importedAs: "public.email-message")
  /// Font: `public.font`.
  public static let font = UTType(importedAs: "public.font")
  /// Shazam signature: `com.apple.shazamsignature`.
  public static let shazamSignature = UTType(importedAs: "com.apple.shazamsignature")
  /// Shazam catalogue: `com.apple.shazamcustomcatalog`.
  public static let shazamCustomCatalog = UTType(importedAs: "com.apple.shazamcustomcatalog")
}
