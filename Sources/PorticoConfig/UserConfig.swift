/// Values of one person on one server, with those of the sign-in through which they are read.
///
/// There is none without an account. Two servers, or two users, never see each other's values: a `UserConfig` is made
/// from the values of exactly one ``ConfigScope/person(_:)``.
public struct UserConfig: Sendable {
    public let account: AccountID
    /// Whether this sign-in outlives the browser. It belongs to the sign-in, not to the person everywhere.
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

    /// The stored value, or the key's default where there is none or it is no longer valid.
    public subscript<Value>(key: SettingKey<Value>) -> Value { key.value(in: values.stored) }

    /// The version of these values: what is newer was written later.
    public var version: ConfigVersion { values.version }

    /// The version of the value of `key`; 0 where none is stored.
    public func version<Value>(of key: SettingKey<Value>) -> ConfigVersion { values.versions[key.name] ?? 0 }

    public var appearance: Appearance { values.appearance }
    public var textSize: TextSizeCategory { values.textSize }
    public var userInfo: UserInfo { values.userInfo }
    /// The codes of the workplaces that are stored.
    public var workplaces: WorkplaceCodes { values.workplaces }

    public var currentFactoryCode: String? { self[Self.currentFactoryCode] }
    public var workShopCode: String? { self[Self.workShopCode] }
    public var productLineCode: String? { self[Self.productLineCode] }
    public var storeHouseCode: String? { self[Self.storeHouseCode] }

    /// The name by which changes of ``isAutoLogin`` are published; its value is part of the sign-in.
    public static let isAutoLoginKey = "isAutoLogin"
    /// The name by which changes are published of whether the gateway of the account is within reach; the token of that name
    /// is part of the sign-in, and a secret.
    public static let gatewayUserNameKey = "gatewayUserName"
    /// The name by which a change of the account that is current in a browser is published.
    public static let currentAccountKey = "currentAccount"

    /// The name by which changes of the account itself are published: its name, its address, what it may do.
    public static let accountKey = "account"
    /// The name by which changes of where somebody is signed in are published.
    public static let sessionsKey = "sessions"

    public static let appearance = SettingKey("appearance", default: Appearance.automatic)
    public static let textSize = SettingKey("textSize", default: TextSizeCategory.l)
    public static let userInfo = SettingKey("userInfo", default: UserInfo()) { $0.problems.isEmpty }

    public static let currentFactoryCode = codeKey("currentFactoryCode")
    public static let workShopCode = codeKey("workShopCode")
    public static let productLineCode = codeKey("productLineCode")
    public static let storeHouseCode = codeKey("storeHouseCode")

    /// The names of values that are never exported, published or shown, wherever they are stored.
    static let secrets: Set<String> = [gatewayUserNameKey]

    /// A code is chosen or not; an empty one is neither.
    private static func codeKey(_ name: String) -> SettingKey<String?> {
        SettingKey(name, default: nil) { $0 != "" }
    }
}
