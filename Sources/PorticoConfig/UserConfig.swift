import Foundation

/// The configuration of an account, with the values of the current sign-in.
///
/// It contains the values of exactly one ``ConfigScope/person(_:)``, so no account sees another's values.
public struct UserConfig: Sendable {
    public let account: AccountID
    /// Whether the sign-in persists when the browser quits (automatic sign-in). Belongs to the sign-in, not to the
    /// account.
    public let isAutoLogin: Bool
    private let values: PersonValues

    public init(account: AccountID, isAutoLogin: Bool, values: [String: String]) {
        self.init(account: account, isAutoLogin: isAutoLogin, values: PersonValues(ConfigValues(values)))
    }

    init(account: AccountID, isAutoLogin: Bool, values: PersonValues) {
        self.account = account
        self.isAutoLogin = isAutoLogin
        self.values = values
    }

    /// The stored value, or the key's default if it is missing or invalid.
    public subscript<Value>(key: SettingKey<Value>) -> Value { key.value(in: values.stored) }

    /// The version of these values. Later writes have greater versions.
    public var version: ConfigVersion { values.version }

    /// The version of the value of `key`; 0 if none is stored.
    public func version<Value>(of key: SettingKey<Value>) -> ConfigVersion { values.versions[key.name] ?? 0 }

    public var appearance: Appearance { values.appearance }
    public var textSize: TextSizeCategory { values.textSize }
    public var userInfo: UserInfo { values.userInfo }
    /// The tag of the chosen language; nil to follow the browser.
    public var language: String? { values.language }
    /// The stored workplace codes.
    public var workplaces: WorkplaceCodes { values.workplaces }

    /// The stored code of the selected factory; nil for none.
    public var currentFactoryCode: String? { self[Self.currentFactoryCode] }
    /// The stored code of the selected workshop; nil for none.
    public var workShopCode: String? { self[Self.workShopCode] }
    /// The stored code of the selected production line; nil for none.
    public var productLineCode: String? { self[Self.productLineCode] }
    /// The stored code of the selected storehouse; nil for none.
    public var storeHouseCode: String? { self[Self.storeHouseCode] }

    /// The person's time zone: the chosen one, else that of the browser of the last sign-in; nil if it is not known.
    public var timeZone: TimeZone? { values.chosenTimeZone ?? values.timeZone }
    /// The chosen time zone; nil to follow the browser.
    public var chosenTimeZone: TimeZone? { values.chosenTimeZone }

    /// The published key for changes of ``isAutoLogin``.
    public static let isAutoLoginKey = "isAutoLogin"
    /// The published key for changes of the reachability of the account's gateway. The token of this name belongs to
    /// the sign-in and is a secret.
    public static let gatewayUserNameKey = "gatewayUserName"
    /// The published key for changes of a browser's current account.
    public static let currentAccountKey = "currentAccount"

    /// The published key for changes of the account: its name, address or rights.
    public static let accountKey = "account"
    /// The published key for changes of the list of sign-ins.
    public static let sessionsKey = "sessions"

    public static let appearance = SettingKey("appearance", default: Appearance.automatic)
    public static let textSize = SettingKey("textSize", default: TextSizeCategory.l)
    /// Longer texts stay readable, because earlier versions stored them.
    public static let userInfo = SettingKey(
        "userInfo", default: UserInfo(), isValid: { $0.problems.isEmpty }, isReadable: { $0.name != "" })

    /// The tag of the language of pages and mails, such as `ar`; nil to follow the browser.
    public static let language = SettingKey<String?>("language", default: nil) { tag in
        tag.map { Language(tag: $0) != nil } ?? true
    }

    public static let currentFactoryCode = codeKey("currentFactoryCode")
    public static let workShopCode = codeKey("workShopCode")
    public static let productLineCode = codeKey("productLineCode")
    public static let storeHouseCode = codeKey("storeHouseCode")

    /// The identifier of the time zone of the browser that signed in last, such as `Europe/Berlin`; nil if it is not known.
    public static let timeZone = timeZoneKey("timeZone")
    /// The identifier of the time zone that the person has chosen; nil to follow the browser.
    public static let chosenTimeZone = timeZoneKey("chosenTimeZone")

    /// The keys whose values are never exported, published or shown.
    static let secrets: Set<String> = [gatewayUserNameKey]

    /// Whether the value of a key is never shown.
    public static func isSecret(_ name: String) -> Bool { secrets.contains(name) }

    private static func timeZoneKey(_ name: String) -> SettingKey<String?> {
        SettingKey(name, default: nil) { identifier in identifier.map { TimeZone(identifier: $0) != nil } ?? true }
    }

    /// A key for an optional code. Empty codes are invalid.
    private static func codeKey(_ name: String) -> SettingKey<String?> {
        SettingKey(name, default: nil) { $0 != "" }
    }
}
