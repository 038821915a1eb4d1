import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// Routes that only developers and tests have.
    func addDevelopment(to routes: Router<PorticoContext>) {
        guard let settings = root.site.development else { return }
        let development = DevelopmentController(settings: settings)
        routes.get(.reload, development.reload)
        let forms = routes.group().add(middleware: FormMiddleware())
        forms.post(.developmentSettings, development.set)
        forms.post(.repeatedIDs, development.noteRepeatedIDs)
        guard let outbox = services.outbox.map({ OutboxController(root: root, outbox: $0) }) else { return }
        routes.get(.outbox, outbox.mails)
        routes.get(.outbox(":id"), outbox.mail)
        routes.get(.outboxHTML(":id"), outbox.html)
    }

    /// The galleries of components and presentations.
    func addGalleries(to main: inout MainSection) {
        guard let development = root.site.development else { return }
        let gallery = Gallery(site: root.site)
        main.page(.gallery, title: "Presentations", isLinked: false, make: gallery.overview)
        for depth in 1...4 {
            let path = (1...depth).reduce(SitePath.gallery) { $0.adding(":\($1)") }
            main.page(path, for: .signedIn, gallery.sample)
            main.post(path, for: .signedIn, gallery.answer)
        }
        main.page(.components, title: "Components", isLinked: false, make: gallery.components)
        main.post(.components, for: .signedIn, gallery.sent)
        main.page(.region, title: "A region", isLinked: false, make: gallery.region)
        main.page(.sampleInRegion, for: .signedIn, gallery.inRegion)
        main.page(.orphan, for: .signedIn, gallery.orphan)
        main.page(.anywhere, for: .signedIn, gallery.anywhere)
        for list in [SitePath.records, .library] {
            let records = RecordsController(settings: development, list: list)
            if list == .library {
                main.page(list, for: .signedIn, records.sheet)
            } else {
                main.page(list, title: "Records", isLinked: false, make: records.records)
            }
            main.page(list.adding(":id"), for: .signedIn, records.editor)
            main.post(list.adding(":id"), for: .signedIn, records.save)
            main.post(list.adding(":id", "copy"), for: .signedIn, records.saveCopy)
            main.post(list.adding(":id", "edit"), for: .signedIn, records.edit)
            main.post(list.adding(":id", "leave"), for: .signedIn, records.leave)
            for form in ["copy", "edit", "leave"] { main.get(list.adding(":id", form), for: .signedIn, records.skip) }
        }
        let hud = HudGallery()
        main.page(.hudGallery, title: "HUD and toasts", isLinked: false, make: hud.overview)
        main.page(.hudSheet, for: .signedIn, hud.sheet)
        main.post(.hudSlow, for: .signedIn, hud.wait)
        main.post(.hudWork, for: .signedIn, hud.work)
        main.post(.hudServed, for: .signedIn, hud.show)
    }
}
