extension PorticoServer {
    /// The version of Portico. It ends in `-dev` in every commit between two releases.
    public static let version = "0.2.0-dev"
}
