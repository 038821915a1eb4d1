/// What stands on the main screen.
struct MainContent: Sendable {
    var banner: Banner?
    var groups: CellGroups
}
