/// A Boolean value that says whether samples of 8 bits are signed. Those of AIFF and Core Audio files are, and those of
/// WAVE are not. It is `false` by default. Samples of more bits are always signed.
public let AVLinearPCMIsSignedKey = "AVLinearPCMIsSigned"
