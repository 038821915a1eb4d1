/// What a `User-Agent` says of a browser, as people name it.
enum UserAgent {
    /// For example "Firefox on Linux"; empty where neither is known. The order matters: most engines claim to be others.
    static func name(of header: String) -> String {
        let system = systems.first { header.contains($0.0) }?.1
        var browser = browsers.first { header.contains($0.0) }?.1
        // Apple's browser runs on Apple's systems only; what looks like it elsewhere shares its engine.
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
