import Foundation

/// The stored values of an account. Values that every page needs are decoded once, so cached pages decode nothing.
final class PersonValues: Sendable {
    let stored: [String: String]
    let version: ConfigVersion
    let versions: [String: ConfigVersion]
    let appearance: Appearance
    let textSize: TextSizeCategory
    let userInfo: UserInfo
    let language: String?
    /// The time zone of the browser that signed in last.
    let timeZone: TimeZone?
    let chosenTimeZone: TimeZone?
    let workplaces: WorkplaceCodes
    /// The names of keys with invalid stored values.
    let invalidKeys: [String]

    init(_ values: ConfigValues) {
        stored = values.values
        version = values.version
        versions = values.versions
        var invalid: [String] = []
        appearance = UserConfig.appearance.value(in: stored, invalid: &invalid)
        textSize = UserConfig.textSize.value(in: stored, invalid: &invalid)
        userInfo = UserConfig.userInfo.value(in: stored, invalid: &invalid)
        language = UserConfig.language.value(in: stored, invalid: &invalid)
        timeZone = UserConfig.timeZone.value(in: stored, invalid: &invalid).flatMap(TimeZone.init(identifier:))
        chosenTimeZone = UserConfig.chosenTimeZone.value(in: stored, invalid: &invalid)
            .flatMap(TimeZone.init(identifier:))
        workplaces = WorkplaceCodes(stored, invalid: &invalid)
        invalidKeys = invalid
    }
}
