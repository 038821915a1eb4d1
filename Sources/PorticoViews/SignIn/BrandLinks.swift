import PorticoHTML

/// The links of the installation to help, privacy policy, terms of use and imprint.
package struct BrandLinks: Hashable, Sendable {
    package var help: WebURL?
    package var privacy: WebURL?
    package var terms: WebURL?
    package var imprint: WebURL?

    package init(help: WebURL? = nil, privacy: WebURL? = nil, terms: WebURL? = nil, imprint: WebURL? = nil) {
        self.help = help
        self.privacy = privacy
        self.terms = terms
        self.imprint = imprint
    }

    /// The ids, titles and addresses of the links that exist.
    func list(_ t: Strings) -> [(id: String, title: String, url: WebURL)] {
        [
            ("help", t.brandHelp, help), ("privacy", t.brandPrivacy, privacy), ("terms", t.brandTerms, terms),
            ("imprint", t.brandImprint, imprint),
        ].compactMap { id, title, url in url.map { ("brand-\(id)-link", title, $0) } }
    }
}
