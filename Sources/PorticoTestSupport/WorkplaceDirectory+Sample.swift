import Foundation
import PorticoConfig

extension WorkplaceDirectory {
    /// - Throws: ``WorkplaceProblem``
    public static func verified(_ json: String) throws -> WorkplaceDirectory {
        try WorkplaceDirectory(verifying: Data(json.utf8))
    }

    /// Two factories; in the first two workshops, one of them with two lines, and a storehouse; in the other one of each.
    public static var sample: WorkplaceDirectory { get throws { try verified(sampleJSON) } }

    public static let sampleJSON = """
        {"factories": [
            {"code": "S", "name": "South", "workshops": [
                {"code": "S-W1", "name": "Dock", "productionLines": [{"code": "S-L1", "name": "Crane"}]}],
             "storehouses": [{"code": "S-S1", "name": "Yard"}]},
            {"code": "N", "name": "École Straße", "workshops": [
                {"code": "N-W10", "name": "Hall 10"},
                {"code": "N-W2", "name": "Hall 2", "productionLines": [
                    {"code": "N-L1", "name": "Press"}, {"code": "N-L2", "name": "Paint"}]}],
             "storehouses": [{"code": "N-S1", "name": "Raw"}]}]}
        """
}
