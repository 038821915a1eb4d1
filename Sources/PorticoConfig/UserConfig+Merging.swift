extension UserConfig {
    /// The values to store for those that a page sends, which may be outdated: a value that the person did not change keeps
    /// its stored value.
    ///
    /// - Parameters:
    ///   - shown: the values that the page showed; nil if it does not say.
    ///   - seen: the version of the page's values; nil if it does not say.
    ///   - isOneChoice: whether the page sends every choice at once, so that at most one value is the person's.
    package func merging(
        _ sent: (appearance: Appearance, textSize: TextSizeCategory),
        shown: (appearance: Appearance?, textSize: TextSizeCategory?), seen: ConfigVersion?, isOneChoice: Bool
    ) -> (appearance: Appearance, textSize: TextSizeCategory) {
        let isShown = (sent.appearance == shown.appearance, sent.textSize == shown.textSize)
        guard isOneChoice else {
            return (isShown.0 ? appearance : sent.appearance, isShown.1 ? textSize : sent.textSize)
        }
        // If both differ, the one that was stored after the page's version is somebody else's.
        guard sent.appearance != appearance, sent.textSize != textSize, let seen else { return sent }
        let isNewer = (version(of: Self.appearance) > seen, version(of: Self.textSize) > seen)
        // If both were stored later, the value that the page still shows unchanged is somebody else's.
        switch isNewer == (true, true) ? isShown : isNewer {
        case (true, false): return (appearance, sent.textSize)
        case (false, true): return (sent.appearance, textSize)
        default: return sent
        }
    }
}
