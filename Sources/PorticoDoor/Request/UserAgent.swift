import PorticoBytes

/// The browser and system in a `User-Agent` header.
package enum UserAgent {
    /// For example "Firefox on Linux"; empty if both are unknown. The order matters, because most browsers also name
    /// other browsers.
    package static func name(of header: String) -> String {
        let system = systems.first { header.hasBytes(of: $0.0) }?.1
        var browser = browsers.first { header.hasBytes(of: $0.0) }?.1
        // Safari exists on Apple systems only; on other systems it is another WebKit browser.
        if browser == "Safari", system == "Linux" || system == "Windows" { browser = "WebKit" }
        return [browser, system].compactMap { $0 }.joined(separator: " on ")
    }

    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
}
