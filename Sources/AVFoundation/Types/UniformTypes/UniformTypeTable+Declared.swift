// The types of Apple's documentation, "System-declared uniform type identifiers", but for those of audio and video.
extension UniformTypeTable {
  /// A row for each type: the identifier, the types that it builds on, extensions of file names, MIME types, and the
  /// name. Where several types have one tag, the first is preferred.
  static let table = """
    public.item||||item
    public.content||||content
    public.composite-content|public.content|||mixed content
    public.data|public.item|||data
    public.directory|public.item|||directory
    com.apple.resolvable||||resolvable
    public.symlink|public.item com.apple.resolvable|||symbolic link
    public.folder|public.directory|||folder
    public.volume|public.folder|||volume
    com.apple.mount-point|public.item com.apple.resolvable|||mount point
    com.apple.alias-file|public.data com.apple.resolvable|||alias
    com.apple.package|public.directory|||package
    com.apple.bundle|public.directory|bundle||bundle
    com.apple.plugin|com.apple.bundle com.apple.package|plugin||plug-in
    com.apple.application|public.executable|||application
    com.apple.application-bundle|com.apple.application com.apple.bundle com.apple.package|app||application
    com.apple.application-and-system-extension|com.apple.bundle com.apple.package|appex||app extension
    com.apple.framework|com.apple.bundle|framework||framework
    com.apple.metadata-importer|com.apple.plugin|mdimporter||Spotlight importer
    com.apple.quicklook-generator|com.apple.plugin|qlgenerator||Quick Look generator
    com.apple.xpc-service|com.apple.bundle com.apple.package|xpc||XPC service
    com.apple.systempreference.prefpane|com.apple.package com.apple.bundle|prefpane||preference pane
    public.disk-image|public.archive|||disk image
    public.executable|public.item|||executable
    public.unix-executable|public.data public.executable|||Unix executable
    com.microsoft.windows-executable|public.data public.executable|exe|application/x-msdownload|Windows executable
    public.text|public.data public.content|||text
    public.plain-text|public.text|txt text|text/plain|text
    public.utf8-plain-text|public.plain-text||text/plain;charset=utf-8|Unicode text
    public.utf16-plain-text|public.plain-text||text/plain;charset=utf-16|Unicode text
    public.utf16-external-plain-text|public.plain-text|||Unicode text
    public.delimited-values-text|public.text|||text of delimited values
    public.comma-separated-values-text|public.delimited-values-text|csv|text/csv \
    text/comma-separated-values|comma-separated values
    public.tab-separated-values-text|public.delimited-values-text|tsv|text/tab-separated-values|tab-separated \
    values
    public.utf8-tab-separated-values-text|public.tab-separated-values-text \
    public.utf8-plain-text|||tab-separated values
    public.rtf|public.text|rtf|text/rtf application/rtf|RTF document
    com.apple.rtfd|public.composite-content com.apple.package|rtfd||RTF document with attachments
    com.apple.flat-rtfd|public.data public.composite-content|||RTF document with attachments
    public.html|public.text|html htm shtml shtm|text/html|HTML document
    public.xml|public.text|xml|application/xml text/xml|XML document
    public.yaml|public.text|yml yaml|application/x-yaml application/yaml|YAML document
    public.json|public.text|json|application/json|JSON document
    public.vcard|public.text public.contact|vcf vcard|text/vcard text/directory text/x-vcard|vCard
    public.source-code|public.plain-text|||source code
    public.assembly-source|public.source-code|s||assembly source
    public.c-source|public.source-code|c||C source
    public.objective-c-source|public.source-code|m||Objective-C source
    public.swift-source|public.source-code|swift||Swift source
    public.c-plus-plus-source|public.source-code|cp cpp c++ cc cxx||C++ source
    public.objective-c-plus-plus-source|public.source-code|mm||Objective-C++ source
    public.c-header|public.source-code|h||C header
    public.c-plus-plus-header|public.source-code|hpp h++ hxx hh||C++ header
    public.script|public.source-code|||script
    com.apple.applescript.text|public.script|applescript||AppleScript text
    com.apple.applescript.script|public.data public.script|scpt||script
    com.apple.applescript.script-bundle|com.apple.bundle com.apple.package public.script|scptd||script bundle
    com.netscape.javascript-source|public.source-code public.executable|js mjs|text/javascript \
    application/javascript|JavaScript
    public.shell-script|public.script|sh command||shell script
    public.perl-script|public.shell-script|pl pm|text/x-perl-script|Perl script
    public.python-script|public.shell-script|py|text/x-python-script|Python script
    public.ruby-script|public.shell-script|rb rbw|text/x-ruby-script|Ruby script
    public.php-script|public.shell-script|php php3 php4|text/php|PHP script
    public.make-source|public.script|mk||makefile
    public.log|public.text|log||log
    com.apple.property-list|public.data|plist||property list
    com.apple.xml-property-list|public.xml com.apple.property-list|||property list
    com.apple.binary-property-list|com.apple.property-list|||property list
    com.adobe.pdf|public.data public.composite-content|pdf|application/pdf|PDF document
    org.idpf.epub-container|public.data public.composite-content|epub|application/epub+zip|EPUB
    com.apple.webarchive|public.data public.composite-content|webarchive|application/x-webarchive|web archive
    com.apple.internet-location|public.data|||internet location
    com.microsoft.internet-shortcut|public.data|url||internet shortcut
    public.url|public.data||text/uri-list|URL
    public.file-url|public.url|||URL of a file
    com.apple.bookmark|public.data|||bookmark of a URL
    public.bookmark||||bookmark
    public.image|public.data public.content|||image
    public.jpeg|public.image|jpeg jpg jpe|image/jpeg image/jpg|JPEG image
    public.tiff|public.image|tiff tif|image/tiff|TIFF image
    com.compuserve.gif|public.image|gif|image/gif|GIF image
    public.png|public.image|png|image/png|PNG image
    com.apple.icns|public.image|icns||Apple icons
    com.microsoft.bmp|public.image|bmp dib|image/bmp|Windows bitmap
    com.microsoft.ico|public.image|ico|image/vnd.microsoft.icon image/x-icon|Windows icon
    public.svg-image|public.image public.xml|svg svgz|image/svg+xml|SVG image
    org.webmproject.webp|public.image|webp|image/webp|WebP image
    public.heif|public.image public.heif-standard|heif hif|image/heif|HEIF image
    public.heic|public.heif-standard public.image|heic|image/heic|HEIC image
    public.heif-standard||||HEIF container
    public.avci|public.heif-standard public.image|avci|image/avci|AVC image
    public.camera-raw-image|public.image|||raw image
    com.adobe.raw-image|public.camera-raw-image|dng|image/x-adobe-dng|digital negative
    org.nema.dicom|public.data|dcm dicom|application/dicom|DICOM image
    com.apple.live-photo||||Live Photo
    public.3d-content|public.content|||3D content
    com.pixar.universal-scene-description|public.data public.3d-content|usd usda usdc||universal scene description
    com.pixar.universal-scene-description-mobile|public.data public.3d-content|usdz|model/vnd.usdz+zip|USDZ \
    package
    com.apple.reality|public.data public.3d-content|reality|model/vnd.reality|Reality file
    com.apple.scenekit.scene|public.data public.3d-content|scn||SceneKit scene
    com.apple.arobject|public.data|arobject||AR reference object
    public.audiovisual-content|public.data public.content|||audiovisual content
    public.movie|public.audiovisual-content|||movie
    public.video|public.movie|||video
    public.audio|public.audiovisual-content|||audio
    com.scenarist.closed-caption|public.data|scc||Scenarist closed captions
    com.apple.itunes-timed-text|public.xml|itt||iTunes timed text
    public.haptics-content|public.json|ahap||haptic pattern
    public.playlist|public.content|||playlist
    public.m3u-playlist|public.text public.playlist|m3u m3u8|audio/mpegurl audio/x-mpegurl \
    application/vnd.apple.mpegurl application/x-mpegurl|M3U playlist
    public.archive|public.item|||archive
    public.zip-archive|public.data public.archive|zip|application/zip|ZIP archive
    org.gnu.gnu-zip-archive|public.data public.archive|gz gzip|application/gzip application/x-gzip|gzip archive
    public.bzip2-archive|public.data public.archive|bz2 bzip2|application/x-bzip2 application/x-bzip|bzip2 archive
    com.apple.archive|public.data public.archive|aar||Apple archive
    com.rsa.pkcs-12|public.data|p12 pfx|application/x-pkcs12|PKCS 12 data
    public.x509-certificate|public.data|cer crt der|application/x-x509-ca-cert|X.509 certificate
    public.spreadsheet|public.content|||spreadsheet
    public.presentation|public.composite-content|||presentation
    public.database||||database
    public.message||||message
    public.contact||||contact
    public.calendar-event||||calendar event
    public.to-do-item||||to-do item
    public.email-message|public.message|eml|message/rfc822|e-mail message
    public.font||||font
    com.apple.shazamsignature|public.data|shazamsignature||Shazam signature
    com.apple.shazamcustomcatalog|public.data|shazamcatalog||Shazam catalogue
    """
}
