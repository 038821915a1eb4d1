import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// The settings of a person, and their file.
    func addSettings(to main: inout MainSection) {
        let appearance = AppearanceController(root: root)
        main.page(.appearance, for: .signedIn, appearance.appearance)
        main.post(.appearance, for: .signedIn, appearance.update)
        if root.settingsPath != .launch {
            main.add(.settings, for: .signedIn, isRoot: true) { [root] request, context in
                .root(AnyPage(try await root.mainPage(request, context)), title: context.reader.titles.settings)
            }
        }
        let settings = SettingsController(
            users: services.auth.users, site: root.site, settingsPath: root.settingsPath)
        main.form(.automaticSignIn, for: .signedIn, on: root.settingsPath, settings.setAutomaticSignIn)
        let file = SettingsFileController(root: root)
        main.page(.settingsFile, for: .signedIn, file.page)
        main.post(.settingsFile, for: .signedIn, file.upload)
        main.get(.settingsDownload, for: .signedIn, file.download)
    }
}
