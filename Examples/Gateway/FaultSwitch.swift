import Synchronization

/// The current fault.
final class FaultSwitch: Sendable {
    private let setting: Mutex<FaultSetting>

    init(_ setting: FaultSetting = FaultSetting(fault: .none)) {
        self.setting = Mutex(setting)
    }

    func set(_ new: FaultSetting) { setting.withLock { $0 = new } }

    /// The fault that applies to an operation.
    func fault(in call: Call) -> FaultSetting {
        let setting = setting.withLock { $0 }
        return setting.on ?? call == call ? setting : FaultSetting(fault: .none)
    }
}
