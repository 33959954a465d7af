// Apple's types of audio and video ("System-declared uniform type identifiers"), those that the makers of other formats
// declare, and IANA's media types with older spellings that servers still send.
extension UniformTypeRow {
  /// The types of audio and video.
  package static let media = rows(of: mediaTable)

  /// A row for each type. Where several have one extension or MIME type, the first is preferred.
  private static let mediaTable = """
    com.apple.quicktime-movie|public.movie|mov qt|video/quicktime|QuickTime movie|mov
    public.mpeg|public.movie|mpg mpeg mpe m75 m15|video/mpeg video/mpg video/x-mpeg video/mp2p|MPEG movie|mpeg
    public.mpeg-2-video|public.video|m2v mpv|video/mpeg2|MPEG-2 video|mpegvideo
    public.mpeg-2-transport-stream|public.movie|ts mts m2ts|video/mp2t|MPEG-2 transport stream|mpegts
    public.mpeg-4|public.movie|mp4 mpg4|video/mp4 video/mp4v video/mpeg4 application/mp4|MPEG-4 movie|mov
    com.apple.protected-mpeg-4-video|com.apple.m4v-video||video/x-m4v|protected MPEG-4 movie
    com.apple.m4v-video|public.movie|m4v|video/x-m4v|Apple MPEG-4 movie|mov
    public.3gpp|public.movie|3gp 3gpp sdv|video/3gpp audio/3gpp|3GPP movie|mov
    public.3gpp2|public.movie|3g2 3gp2|video/3gpp2 audio/3gpp2|3GPP2 movie|mov
    public.avi|public.movie|avi vfw|video/avi video/msvideo video/x-msvideo video/vnd.avi|AVI movie|avi
    org.matroska.mkv|public.movie|mkv|video/matroska video/x-matroska|Matroska movie|matroska
    org.matroska.mka|public.audio|mka|audio/matroska audio/x-matroska|Matroska audio|matroska
    org.webmproject.webm|public.movie|webm|video/webm audio/webm|WebM movie|matroska
    com.microsoft.advanced-systems-format|public.audiovisual-content|asf|video/x-ms-asf|ASF file|asf
    com.microsoft.windows-media-wmv|public.movie com.microsoft.advanced-systems-format|wmv|video/x-ms-wmv|Windows \
    Media movie|asf
    com.microsoft.windows-media-wma|public.audio com.microsoft.advanced-systems-format|wma|audio/x-ms-wma|Windows \
    Media audio|asf
    com.adobe.flash.video|public.movie|flv|video/x-flv|Flash movie|flv
    org.smpte.mxf|public.movie|mxf|application/mxf|MXF movie|mxf
    public.mp3|public.audio|mp3 mpga|audio/mpeg audio/mp3 audio/mpg audio/x-mpeg audio/x-mp3 audio/mpeg3|MP3 audio|mp3
    public.mp2|public.audio|mp2||MP2 audio|mp3
    public.aac-audio|public.audio|aac|audio/aac audio/aacp audio/x-aac|AAC audio|aac
    public.mpeg-4-audio|public.mpeg-4 public.audio||audio/mp4|MPEG-4 audio|mov
    com.apple.m4a-audio|public.audio public.mpeg-4-audio|m4a m4r|audio/x-m4a audio/m4a|Apple MPEG-4 audio|mov
    com.apple.protected-mpeg-4-audio|public.audio|m4p|audio/x-m4p|protected MPEG-4 audio
    com.apple.protected-mpeg-4-audio-b|public.audio|m4b|audio/x-m4b|MPEG-4 audio book
    public.aiff-audio|public.audio|aiff aif|audio/aiff audio/x-aiff|AIFF audio|aiff
    public.aifc-audio|public.audio public.aiff-audio|aifc|audio/aiff audio/x-aiff audio/x-aifc|AIFF-C audio|aiff
    com.microsoft.waveform-audio|public.audio|wav wave bwf|audio/vnd.wave audio/wav audio/x-wav audio/wave|WAVE \
    audio|wav
    public.midi-audio|public.audio|midi mid smf kar|audio/midi audio/x-midi|MIDI audio
    com.apple.coreaudio-format|public.audio|caf|audio/x-caf|Core Audio format|caf
    public.ac3-audio|public.audio|ac3|audio/ac3|AC-3 audio|ac3
    public.enhanced-ac3-audio|public.audio|eac3 ec3|audio/eac3|Enhanced AC-3 audio|eac3
    public.au-audio|public.audio|au snd ulw|audio/basic audio/au audio/x-au|AU audio|au
    org.3gpp.adaptive-multi-rate-audio|public.audio|amr|audio/amr|AMR audio|amr
    org.xiph.flac|public.audio|flac|audio/flac audio/x-flac|FLAC audio|flac
    org.xiph.ogg|public.audio|ogg oga opus|audio/ogg application/ogg video/ogg|Ogg audio|ogg
    com.apple.quicktime-audio|public.audio|qta|audio/quicktime|QuickTime audio|mov
    """
}
