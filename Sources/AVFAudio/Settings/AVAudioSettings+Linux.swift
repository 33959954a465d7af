/// A Boolean: whether samples of 8 bits are signed, which those of AIFF and Core Audio files are and those of WAVE are not;
/// `false` by default. Samples of more bits are always signed.
public let AVLinearPCMIsSignedKey = "AVLinearPCMIsSigned"
