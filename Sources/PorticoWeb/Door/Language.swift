/// The language of every page, until there are more.
enum Language {
    static let current = "en"
}
