/// The stored values of one person, with those decoded that every page needs.
///
/// Made once when they are read, so that a page that is answered from memory decodes nothing.
final class PersonValues: Sendable {
    let stored: [String: String]
    let appearance: Appearance
    let textSize: TextSizeCategory
    let userInfo: UserInfo
    let workplaces: WorkplaceCodes

    init(_ stored: [String: String]) {
        self.stored = stored
        appearance = UserConfig.appearance.value(in: stored)
        textSize = UserConfig.textSize.value(in: stored)
        userInfo = UserConfig.userInfo.value(in: stored)
        workplaces = WorkplaceCodes(stored)
    }
}
