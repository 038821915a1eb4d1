import PorticoBytes

/// A drawing of the device of a browser, beside the first line of a row.
package struct DeviceIcon: Sendable {
    /// For example "Firefox on Linux"; empty if unknown.
    package let browser: String

    package init(browser: String) {
        self.browser = browser
    }

    /// The kinds of devices.
    enum Device {
        case phone, tablet, computer
    }

    var device: Device {
        if browser.ends(with: "iPad") { return .tablet }
        return browser.ends(with: "iPhone") || browser.ends(with: "Android") ? .phone : .computer
    }
}
