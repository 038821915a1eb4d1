import PorticoConfig

extension ProviderPerson {
    /// A person's name as a provider or a browser tells it: one line of 1 to 100 characters; nil if it is none.
    public static func name(_ told: String?) -> String? {
        let info = UserInfo(name: told?.personName)
        return info.problems.isEmpty ? info.name : nil
    }
}
