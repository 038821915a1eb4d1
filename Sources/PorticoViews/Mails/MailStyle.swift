import PorticoHTML

/// The colours of mails that follow the brand, as `#rrggbb`.
package struct MailColors: Hashable, Sendable {
    /// The background of the head.
    package let head: String
    package let headText: String
    package let button: String
    package let buttonText: String
    /// The same in dark appearance.
    package let buttonDark: String
    package let buttonTextDark: String

    package init(
        head: String = "#ffcc00", headText: String = "#1c1c1e", button: String = "#0a5bd6",
        buttonText: String = "#ffffff", buttonDark: String = "#5ea1ff", buttonTextDark: String = "#1c1c1e"
    ) {
        self.head = head
        self.headText = headText
        self.button = button
        self.buttonText = buttonText
        self.buttonDark = buttonDark
        self.buttonTextDark = buttonTextDark
    }
}

/// The styles of the HTML form of mails, with the look of the pages in both appearances. They are part of the mail,
/// because mail clients load no style sheets.
struct MailStyle: HTMLRenderable {
    let colors: MailColors

    func render(into html: inout HTMLWriter) {
        html.markup(
            """
            <style>
            :root { color-scheme: light dark; supported-color-schemes: light dark; }
            body { margin: 0; padding: 0; background: #f2f2f7; color: #1c1c1e; \
            font: 17px/1.45 -apple-system, system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
            .mail { padding: 24px 12px; background: #f2f2f7; }
            .card { max-width: 560px; border-radius: 12px; overflow: hidden; background: #ffffff; }
            .head { padding: 18px 24px; font-weight: 700; }
            .body { padding: 8px 24px 16px; color: #1c1c1e; }
            .button { display: inline-block; padding: 13px 22px; border-radius: 10px; text-decoration: none; }
            .note { color: #5f5f66; font-size: 14px; }
            .address { word-break: break-all; }

            """)
        // Not every client knows `start`.
        if html.direction == "rtl" {
            html.markup(".card { text-align: right; }\n")
        } else {
            html.markup(".card { text-align: left; }\n")
        }
        color(".head", colors.head, text: colors.headText, &html)
        color(".button", colors.button, text: colors.buttonText, &html)
        html.markup(
            """
            @media (prefers-color-scheme: dark) {
            body, .mail { background: #000000; }
            .card { background: #1c1c1e; }
            .body { color: #ffffff; }
            .note { color: #a1a1a8; }

            """)
        color(".button", colors.buttonDark, text: colors.buttonTextDark, &html)
        html.markup(
            """
            }
            </style>

            """)
    }

    private func color(_ selector: StaticString, _ background: String, text: String, _ html: inout HTMLWriter) {
        html.markup(selector)
        html.markup(" { background: ")
        html.text(background)
        html.markup("; color: ")
        html.text(text)
        html.markup("; }\n")
    }
}
