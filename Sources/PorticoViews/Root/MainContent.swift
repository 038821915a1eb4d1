/// The content of the main screen.
struct MainContent: Sendable {
    var banner: Banner?
    var groups: CellGroups
}
