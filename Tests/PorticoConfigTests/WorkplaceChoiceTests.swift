import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@Suite("E11 The choice of a workplace")
struct WorkplaceChoiceTests {
    private static let all = WorkplaceCodes(
        factory: "N", workshop: "N-W2", productionLine: "N-L1", storehouse: "N-S1")

    /// The selection with these stored codes.
    private func choice(_ codes: WorkplaceCodes = all) throws -> WorkplaceChoice {
        let found = try WorkplaceDirectory.sample.workplaces.filter { codes[$0.kind] == $0.code }
        return WorkplaceChoice(codes, found: found, isOffered: true)
    }

    private func workplace(_ code: String) throws -> Workplace {
        try #require(try WorkplaceDirectory.sample.workplaces.first { $0.code == code })
    }

    private func choosing(_ code: String, from codes: WorkplaceCodes = all) throws -> WorkplaceCodes? {
        try choice(codes).choosing(try workplace(code))
    }

    @Test("of another factory clears all choices below it")
    func anotherFactory() throws {
        #expect(try choosing("S") == WorkplaceCodes(factory: "S"))
    }

    @Test("of the same factory, or the same workshop, clears nothing")
    func same() throws {
        #expect(try choosing("N") == Self.all)
        #expect(try choosing("N-W2") == Self.all)
        #expect(try choosing("N-L1") == Self.all)
        #expect(try choosing("N-S1") == Self.all)
    }

    @Test("of a factory keeps each choice that is part of it")
    func fitting() throws {
        var codes = Self.all
        codes.factory = "S"
        #expect(try choosing("N", from: codes) == Self.all, "they were not in force while the factory was another")
        codes.storehouse = "S-S1"
        #expect(
            try choosing("N", from: codes)
                == WorkplaceCodes(factory: "N", workshop: "N-W2", productionLine: "N-L1"))
        #expect(try choosing("S", from: codes) == WorkplaceCodes(factory: "S", storehouse: "S-S1"))
        codes.workshop = "N-W10"
        #expect(try choosing("N", from: codes) == WorkplaceCodes(factory: "N", workshop: "N-W10"))
    }

    @Test("of another workshop clears the line, and neither factory nor storehouse")
    func anotherWorkshop() throws {
        #expect(try choosing("N-W10") == WorkplaceCodes(factory: "N", workshop: "N-W10", storehouse: "N-S1"))
    }

    @Test("of another line or storehouse changes nothing else")
    func anotherLine() throws {
        var expected = Self.all
        expected.productionLine = "N-L2"
        #expect(try choosing("N-L2") == expected)
        #expect(
            try choosing("N-S1", from: WorkplaceCodes(factory: "N"))
                == WorkplaceCodes(factory: "N", storehouse: "N-S1"))
    }

    @Test("clears choices that are no longer in the directory, once somebody chooses above them")
    func unknownBelow() throws {
        let codes = WorkplaceCodes(factory: "N", workshop: "gone", productionLine: "N-L1", storehouse: "gone")
        #expect(try choosing("N", from: codes) == WorkplaceCodes(factory: "N"))
        var lineGone = Self.all
        lineGone.productionLine = "gone"
        #expect(try choosing("N-W2", from: lineGone)?.productionLine == nil)
    }

    @Test(
        "accepts only parts of the current choice",
        arguments: [
            ("S-W1", all), ("S-S1", all), ("S-L1", all), ("N-W2", WorkplaceCodes()), ("N-S1", WorkplaceCodes()),
            ("N-L1", WorkplaceCodes(factory: "N")), ("N-L1", WorkplaceCodes(factory: "S", workshop: "N-W2")),
            ("N-W2", WorkplaceCodes(factory: "gone")),
        ])
    func outside(code: String, codes: WorkplaceCodes) throws {
        #expect(try choosing(code, from: codes) == nil)
    }

    @Test("can be cleared, with everything below it")
    func none() throws {
        let choice = try choice()
        #expect(choice.clearing(.factory) == WorkplaceCodes())
        #expect(choice.clearing(.workshop) == WorkplaceCodes(factory: "N", storehouse: "N-S1"))
        #expect(
            choice.clearing(.productionLine)
                == WorkplaceCodes(factory: "N", workshop: "N-W2", storehouse: "N-S1"))
        #expect(
            choice.clearing(.storehouse)
                == WorkplaceCodes(factory: "N", workshop: "N-W2", productionLine: "N-L1"))
    }

    @Test("is valid only as far as the directory has it and its parts fit together")
    func reading() throws {
        let whole = try choice()
        #expect(Workplace.Kind.allCases.map { whole[$0]?.name } == ["École Straße", "Hall 2", "Press", "Raw"])
        var codes = Self.all
        codes.factory = "gone"
        let broken = try choice(codes)
        #expect(Workplace.Kind.allCases.allSatisfy { broken[$0] == nil })
        #expect(broken.codes == codes, "the codes stay stored")
    }

    @Test("stores only the differences, under the names of the keys")
    func settings() async throws {
        let (store, changes) = (SQLConfigStore.inMemory(), ConfigChanges())
        let config = ConfigService(app: AppConfig(), store: store, changes: changes)
        let ada = AccountID(server: .local, user: "ada")
        var observed = changes.observe().makeAsyncIterator()
        try await config.set(Self.all.settings(since: WorkplaceCodes()), in: .person(ada))
        let keys: Set = ["currentFactoryCode", "workShopCode", "productLineCode", "storeHouseCode"]
        #expect(await observed.next() == ConfigChange(scope: .person(ada), keys: keys))
        #expect(try await config.config(of: ada, isAutoLogin: false).workplaces == Self.all)
        let next = try #require(try choosing("N-W10"))
        try await config.set(next.settings(since: Self.all), in: .person(ada))
        #expect(
            await observed.next() == ConfigChange(scope: .person(ada), keys: ["workShopCode", "productLineCode"]))
        let read = try await config.config(of: ada, isAutoLogin: false)
        #expect(read.workplaces == next)
        #expect(read.productLineCode == nil && read.workShopCode == "N-W10")
        #expect(try next.settings(since: next).isEmpty)
    }
}
