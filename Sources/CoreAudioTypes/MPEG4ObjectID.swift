/// MPEG-4 audio object types (ISO 14496-3, table 1.17).
public enum MPEG4ObjectID: Int, Sendable {
  case AAC_Main = 1
  case AAC_LC = 2
  case AAC_SSR = 3
  case AAC_LTP = 4
  case AAC_SBR = 5
  case AAC_Scalable = 6
  case TwinVQ = 7
  case CELP = 8
  case HVXC = 9
}
