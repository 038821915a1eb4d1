/// The language of every page. Only English is supported.
package enum Language {
    package static let current = "en"
}
