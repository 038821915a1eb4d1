import PorticoHTML

/// The styles of the HTML form of mails: the look of the pages, in the light and in the dark. They are part of the mail,
/// because mail clients load no style sheets.
struct MailStyle: HTMLRenderable {
    func render(into html: inout HTMLWriter) {
        html.markup(
            """
            <style>
            :root { color-scheme: light dark; supported-color-schemes: light dark; }
            body { margin: 0; padding: 0; background: #f2f2f7; color: #1c1c1e; \
            font: 17px/1.45 -apple-system, system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
            .mail { padding: 24px 12px; background: #f2f2f7; }
            .card { max-width: 560px; border-radius: 12px; overflow: hidden; background: #ffffff; text-align: left; }
            .head { padding: 18px 24px; background: #ffcc00; color: #1c1c1e; font-weight: 700; }
            .body { padding: 8px 24px 16px; color: #1c1c1e; }
            .button { display: inline-block; padding: 13px 22px; border-radius: 10px; background: #0a5bd6; \
            color: #ffffff; text-decoration: none; }
            .note { color: #5f5f66; font-size: 14px; }
            .address { word-break: break-all; }
            @media (prefers-color-scheme: dark) {
            body, .mail { background: #000000; }
            .card { background: #1c1c1e; }
            .body { color: #ffffff; }
            .button { background: #5ea1ff; color: #1c1c1e; }
            .note { color: #a1a1a8; }
            }
            </style>

            """)
    }
}
