/// The language of every page. Only English is supported.
enum Language {
    static let current = "en"
}
