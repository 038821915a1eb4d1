/// A language for tests of the layout, and to find texts that are not in the catalogue: the English texts with accents, in
/// brackets, and longer by two fifths.
enum PseudoLanguage {
    /// The tag that browsers and Android use for it.
    static let tag = "en-XA"

    /// A part of a text between placeholders. Two of five letters stand twice.
    static func text(_ text: String) -> String {
        var count = 0
        var result = ""
        for scalar in text.unicodeScalars {
            guard let accented = letters[scalar] else {
                result.unicodeScalars.append(scalar)
                continue
            }
            count += 1
            result.unicodeScalars.append(accented)
            if [2, 4].contains(count % 5) { result.unicodeScalars.append(accented) }
        }
        return result
    }

    private static let letters = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars,
            "áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ".unicodeScalars))
}
